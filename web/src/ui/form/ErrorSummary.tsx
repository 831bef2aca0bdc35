import { useEffect, useRef } from "react";
import { plural } from "@/lib/format";
import classes from "./ErrorSummary.module.css";

export interface SummaryItem {
  /** Id of the control to mend; absent when there is none. */
  id?: string;
  message: string;
}

interface ErrorSummaryProps {
  items: SummaryItem[];
  /** Changes whenever the form was checked again, so that focus moves here each time. */
  attempt: number;
}

function focusControl(id: string) {
  const control = document.getElementById(id);
  // A control may lie in a closed part of the form.
  control?.closest("details")?.setAttribute("open", "");
  control?.scrollIntoView({ block: "center" });
  control?.focus();
}

/** Everything that is to be mended, with links to the fields. Takes the focus when it appears. */
export function ErrorSummary({ items, attempt }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  const shown = items.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt moves the focus even when the errors are the same
  useEffect(() => {
    if (shown) box.current?.focus();
  }, [shown, attempt]);
  if (!shown) return null;
  return (
    <div className={classes.box} ref={box} tabIndex={-1} role="alert" aria-labelledby="error-summary">
      <h2 className={classes.title} id="error-summary">
        {plural(items.length, "thing needs", "things need")} your attention
      </h2>
      <ul className={classes.list}>
        {items.map(({ id, message }) => (
          <li key={`${id} ${message}`}>
            {id ? (
              <a
                href={`#${id}`}
                onClick={(event) => {
                  event.preventDefault();
                  focusControl(id);
                }}
              >
                {message}
              </a>
            ) : (
              message
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
