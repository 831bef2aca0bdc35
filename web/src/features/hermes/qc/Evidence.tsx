import type { ReactNode } from "react";
import classes from "./qc.module.css";
import type { Evidence as Name } from "./steps";

/** The place a step leads to; takes the focus when it does. */
export function Evidence({ name, children }: { name: Name; children: ReactNode }) {
  return (
    <div id={`evidence-${name}`} tabIndex={-1} className={classes.evidence}>
      {children}
    </div>
  );
}
