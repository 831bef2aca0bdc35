import type { Dataset } from "@/api/datasets";
import { Card } from "@/ui/Card";
import { controlId } from "./fields";
import classes from "./form.module.css";
import { neededParts, type Values } from "./values";

/** What is needed before the data set can be registered, and what of it is there. */
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

/** What would still make the data set more useful, in the words of the server. */
export function MissingCard({ dataset }: { dataset: Dataset }) {
  if (dataset.completeness.length === 0) return null;
  return (
    <Card title="Still missing">
      <ul className={classes.missing}>
        {dataset.completeness.map((words) => (
          <li key={words}>
            <span aria-hidden="true">·</span>
            <span>{words}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
