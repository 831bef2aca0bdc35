import { Button, Code } from "@mantine/core";
import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { ApiError } from "@/lib/api-error";
import classes from "./ErrorPage.module.css";
import { AnchorLink } from "./links";
import { messageOf } from "./states";

interface Words {
  status: number;
  title: string;
}

function wordsOf(error: unknown): Words {
  const status = error instanceof ApiError ? error.status : 500;
  if (status === 404) return { status, title: "Page Not Found" };
  if (status === 403) return { status, title: "Not allowed" };
  if (status === 0) return { status, title: "No connection" };
  return { status, title: "Internal Server Error" };
}

/** The page in place of one that failed: status, what happened, and the ways on. */
export function ErrorPage({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { status, title } = wordsOf(error);
  const reference = error instanceof ApiError ? error.requestId : "";
  useEffect(() => {
    document.title = `${title} · Cohortium`;
  }, [title]);
  return (
    <div className={classes.page} role="alert">
      {status > 0 && <div className={classes.status}>{status}</div>}
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.text}>{messageOf(error)}</p>
      {reference && (
        <p className={classes.reference}>
          Reference <Code>{reference}</Code>
        </p>
      )}
      <div className={classes.actions}>
        {onRetry && status !== 404 && status !== 403 && <Button onClick={onRetry}>Try again</Button>}
        <AnchorLink to="/hermes">Go to the data sets</AnchorLink>
      </div>
    </div>
  );
}

/** For a route whose loading or rendering failed. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  return (
    <ErrorPage
      error={error}
      onRetry={() => {
        reset();
        void router.invalidate();
      }}
    />
  );
}

/** For a route that was not matched. */
export function NotFoundPage() {
  const { pathname } = useRouter().state.location;
  return <ErrorPage error={new ApiError(404, `Page Not Found: ${pathname}`, "not_found")} />;
}
