import { Card } from "@/ui/Card";
import { controlId } from "./controlId";
import classes from "./form.module.css";
import { neededParts, type Values } from "./values";

/** The requirements for registration, and which of them are met. */
export function NeededCard({ values }: { values: Values }) {
  const parts = neededParts(values);
  const done = parts.filter((part) => part.done).length;
  return (
    <Card title="Required" aside={`${done} of ${parts.length}`}>
      <ul className={classes.missing}>
        {parts.map((part) => (
          <li key={part.key} data-done={part.done}>
            <span className={classes.sign} aria-hidden="true">
              {part.done ? "✓" : "·"}
            </span>
            {part.done ? (
              <span>{part.label}</span>
            ) : (
              <a href={`#${controlId(part.key)}`} onClick={(event) => focus(event, controlId(part.key))}>
                {part.label}
              </a>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function focus(event: { preventDefault: () => void }, id: string) {
  event.preventDefault();
  document.getElementById(id)?.focus();
}
