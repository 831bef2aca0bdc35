import type { ReactNode } from "react";
import classes from "./EmptyLayout.module.css";

/** Nothing but the page, in the middle: for signing in. */
export function EmptyLayout({ children }: { children: ReactNode }) {
  return <main className={classes.main}>{children}</main>;
}
