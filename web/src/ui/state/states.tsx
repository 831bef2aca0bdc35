import { Button, Code } from "@mantine/core";
import type { ReactNode } from "react";
import { ApiError } from "@/lib/api-error";
import classes from "./states.module.css";

interface EmptyStateProps {
  /** What this place is for. */
  title: string;
  children: ReactNode;
  /** The first action, an example file. */
  actions?: ReactNode;
}

/** Replaces a list or figure without content: why it is empty and what to do. */
export function EmptyState({ title, children, actions }: EmptyStateProps) {
  return (
    <div className={classes.state}>
      <h2 className={classes.title}>{title}</h2>
      <div className={classes.text}>{children}</div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </div>
  );
}

interface ErrorStateProps {
  /** What happened, e.g. "The data sets could not be loaded". */
  title: string;
  error: unknown;
  /** What is safe, e.g. "Nothing was changed." */
  safe?: string;
  /** What to do, when trying again is not it. */
  remedy?: string;
  onRetry?: () => void;
  actions?: ReactNode;
}

/** What happened, what is safe, what to do, and the number to quote. */
export function ErrorState({ title, error, safe, remedy, onRetry, actions }: ErrorStateProps) {
  const reference = error instanceof ApiError ? error.requestId : "";
  return (
    <div className={classes.state} role="alert">
      <h2 className={classes.title}>{title}</h2>
      <p className={classes.text}>
        {messageOf(error)} {safe} {remedy}
      </p>
      {reference && (
        <p className={classes.reference}>
          Reference <Code>{reference}</Code>
        </p>
      )}
      {(onRetry || actions) && (
        <div className={classes.actions}>
          {onRetry && (
            <Button variant="default" onClick={onRetry}>
              Try again
            </Button>
          )}
          {actions}
        </div>
      )}
    </div>
  );
}

/** The sentence to show for anything that was thrown. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  return "This page failed. Reloading it usually helps.";
}
