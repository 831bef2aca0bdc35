import { VisuallyHidden } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./EmptyLayout.module.css";

/** Nothing but the page, in the middle: for signing in. */
export function EmptyLayout({ children }: { children: ReactNode }) {
  return <main className={classes.main}>{children}</main>;
}

/** While it is being asked who is there. */
export function Starting() {
  return (
    <EmptyLayout>
      <div className={classes.starting} role="status">
        <VisuallyHidden component="h1">Cohortium</VisuallyHidden>
        Loading
      </div>
    </EmptyLayout>
  );
}
