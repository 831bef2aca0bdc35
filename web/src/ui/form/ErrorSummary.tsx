import { useEffect, useRef } from "react";
import { plural } from "@/lib/format/format";
import { messageOf } from "../state/states";
import classes from "./ErrorSummary.module.css";
import type { FieldErrors } from "./record";

export interface SummaryItem {
  /** Id of the control to fix; absent if there is none. */
  id?: string;
  message: string;
}

export interface Problems {
  errors: FieldErrors;
  failure: unknown;
}

/**
 * The problems of a form whose controls have the ids `{prefix}-{field}`; `safe` states what a
 * failure has not done.
 */
export function summaryOf({ errors, failure }: Problems, prefix: string, safe: string): SummaryItem[] {
  const items = Object.entries(errors).map(([field, message]) => ({
    id: field ? `${prefix}-${field}` : undefined,
    message,
  }));
  return failure === undefined ? items : [...items, { message: `${messageOf(failure)} ${safe}` }];
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

/** Everything to fix, with links to the fields. Takes the focus once per attempt. */
export function ErrorSummary({ items, attempt }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  const shown = items.length > 0;
  const told = useRef<number>(undefined);
  useEffect(() => {
    // New problems during a fix do not move the focus away.
    if (!shown || told.current === attempt) return;
    told.current = attempt;
    box.current?.focus();
  }, [shown, attempt]);
  if (!shown) return null;
  return (
    <div className={classes.box} ref={box} tabIndex={-1} role="alert" aria-labelledby="error-summary">
      <h2 className={classes.title} id="error-summary">
        {plural(items.length, "problem")} to correct
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
