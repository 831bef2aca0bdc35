import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { ApiError } from "@/lib/api-error";
import { Notice } from "@/ui/Notice";
import { messageOf } from "@/ui/states";
import classes from "./auth.module.css";

/** Whether an error says that a link is used up, unknown or too old, and not that the way to the server is closed. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && ["link_unknown", "link_expired", "link_withdrawn"].includes(error.code);
}

/** Whether somebody took the invitation back: nothing is to be sent again. */
export function isWithdrawn(error: unknown): boolean {
  return error instanceof ApiError && error.code === "link_withdrawn";
}

interface Props {
  error: unknown;
  /** What to do instead. */
  children: ReactNode;
  onRetry: () => void;
}

/** A link that leads nowhere: the server's sentence, and the way on. A fault on the way can be tried again. */
export function LinkGone({ error, children, onRetry }: Props) {
  return (
    <div className={classes.form}>
      <Notice tone={isGone(error) ? "warn" : "fail"} alert>
        {messageOf(error)}
      </Notice>
      {isGone(error) ? (
        children
      ) : (
        <Button variant="default" fullWidth onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}
