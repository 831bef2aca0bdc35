import type { ReactNode } from "react";
import { ApiError } from "@/lib/api-error";
import { Notice } from "@/ui/state/Notice";
import { messageOf } from "@/ui/state/states";
import classes from "../signin/auth.module.css";

/**
 * Whether an error means that a link is used, unknown or expired, instead of a failed connection.
 */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && ["link_unknown", "link_expired", "link_withdrawn"].includes(error.code);
}

/** Whether the invitation was withdrawn: it must not be sent again. */
export function isWithdrawn(error: unknown): boolean {
  return error instanceof ApiError && error.code === "link_withdrawn";
}

interface Props {
  error: unknown;
  /** What to do instead. */
  children: ReactNode;
}

/** A link that leads nowhere: the server's sentence, and the way on. */
export function LinkGone({ error, children }: Props) {
  return (
    <div className={classes.form}>
      <Notice tone="warn" alert>
        {messageOf(error)}
      </Notice>
      {children}
    </div>
  );
}
