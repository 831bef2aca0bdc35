import { Button, Code } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type ErrorComponentProps, SearchParamError, useRouter } from "@tanstack/react-router";
import { type ReactNode, useContext, useEffect } from "react";
import { ApiError, isUnreachable } from "@/lib/api-error";
import { isBot } from "@/lib/browser/bots";
import { useAway } from "@/lib/browser/connection";
import { FreshnessContext, isMissingPart, useNewer } from "@/lib/browser/freshness";
import { type Area, areaOf, areas, areasOf, type Person } from "@/lib/route/areas";
import { AnchorLink } from "../action/links";
import { Logo } from "../Logo";
import { EmptyLayout } from "../layout/EmptyLayout";
import { useTitle } from "../PageHeader";
import classes from "./ErrorPage.module.css";
import { PageSkeleton } from "./Skeletons";
import { messageOf } from "./states";

/** Nothing is shown to programs that index pages or make previews of links; the error is only logged. */
function useSilence(error: unknown): boolean {
  const silent = isBot(navigator.userAgent);
  useEffect(() => {
    if (silent) console.error(error);
  }, [silent, error]);
  return silent;
}

interface ViewProps {
  /** HTTP status; 0 when the server was not reached. */
  status: number;
  title: string;
  message: string;
  /** What to do. */
  hint?: string;
  /** Number to quote. */
  reference?: string;
  children: ReactNode;
}

function View({ status, title, message, hint, reference, children }: ViewProps) {
  useTitle(title);
  return (
    <div className={classes.page} role="alert">
      <h1 className={classes.title}>
        {status > 0 && <span className={classes.status}>{status}</span>} {title}
      </h1>
      <p className={classes.text}>{message}</p>
      {hint && <p className={classes.text}>{hint}</p>}
      {reference && (
        <p className={classes.reference}>
          Reference <Code>{reference}</Code>
        </p>
      )}
      <div className={classes.actions}>{children}</div>
    </div>
  );
}

const wayWords: Record<Area["name"], string> = {
  hermes: "Go to the submissions",
  datasets: "Go to the data sets",
  sgc: "Go to the cohorts",
};

/**
 * The link onwards: to the start of the area, or to the user's own area if they may not enter this
 * one.
 */
function WayOn() {
  const { pathname } = useRouter().state.location;
  const queries = useQueryClient();
  const user = queries.getQueryData<Person["user"]>(["session"]);
  const hasSgcToken = queries.getQueryData<{ state: string }>(["sgc-session"])?.state === "user";
  const here = areas[areaOf(pathname)];
  const open = areasOf({ user, hasSgcToken });
  const area = open.includes(here) ? here : (open[0] ?? here);
  return <AnchorLink to={area.home}>{wayWords[area.name]}</AnchorLink>;
}

/** Of a path that no route has. */
const unknownPage = "unknown_page";

const absentHint = "It may have been deleted or not shared with you. Ask the person who sent you the link.";

/** View of 404: no route has the path, or what the page shows is absent. The server's sentence follows the path. */
function NotFoundView({ error }: { error: ApiError }) {
  const { pathname } = useRouter().state.location;
  const hint = error.code === unknownPage ? "Check the address for typos." : `${error.message} ${absentHint}`;
  return (
    <View
      status={404}
      title="Page Not Found"
      message={`Page Not Found: ${pathname}`}
      hint={hint}
      reference={error.requestId}
    >
      <WayOn />
    </View>
  );
}

/** View of a page whose code did not load although the server is there: mostly because a new version was installed. */
function MissingPartView() {
  const { pathname } = useRouter().state.location;
  const freshness = useContext(FreshnessContext);
  const newer = useNewer();
  useEffect(() => {
    void freshness?.recover(pathname);
  }, [freshness, pathname]);
  const message = newer
    ? "A new version was installed. Your input on other pages is kept as a draft."
    : "Part of the page could not be loaded. Load it again, or contact the operator of this server.";
  return (
    <View status={0} title="This page could not be loaded" message={message}>
      <Button onClick={() => freshness?.reload()}>{newer ? "Load the new version" : "Load again"}</Button>
      <WayOn />
    </View>
  );
}

/**
 * The titles are exact words of the specification; without an answer of the server there is no
 * status.
 */
function titleOf(status: number): string {
  if (status === 0) return "No connection";
  return status === 403 ? "Forbidden" : "Internal Server Error";
}

/** View of every other error. */
function FailureView({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const status = error instanceof ApiError ? error.status : 500;
  return (
    <View
      status={status}
      title={titleOf(status)}
      message={messageOf(error)}
      reference={error instanceof ApiError ? error.requestId : ""}
    >
      {onRetry && status !== 403 && <Button onClick={onRetry}>Try again</Button>}
      <WayOn />
    </View>
  );
}

/** A path that no route has, or none with these values. */
const pageNotFound = (pathname: string) => new ApiError(404, `Page Not Found: ${pathname}`, unknownPage);

/** The page in place of one that failed: status, what happened, and the ways on. */
export function ErrorPage({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { pathname } = useRouter().state.location;
  // A query that its route refuses makes the address an unknown one.
  const shown = error instanceof SearchParamError ? pageNotFound(pathname) : error;
  const away = useAway();
  if (useSilence(shown)) return null;
  // The banner shows it, and the page loads by itself.
  if (away && (isUnreachable(shown) || isMissingPart(shown))) return <PageSkeleton label="Waiting for the server" />;
  if (isMissingPart(shown)) return <MissingPartView />;
  if (shown instanceof ApiError && shown.status === 404) return <NotFoundView error={shown} />;
  return <FailureView error={shown} onRetry={onRetry} />;
}

/** For a route whose loading or rendering failed, within its layout. */
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

/** What there is of a frame where no layout was reached. */
function Bare({ children }: { children: ReactNode }) {
  if (isBot(navigator.userAgent)) return children;
  return (
    <EmptyLayout>
      <div>
        <div className={classes.brand}>
          <Logo />
          Cohortium
        </div>
        {children}
      </div>
    </EmptyLayout>
  );
}

/** For what fails before there is a layout: the guard, the start, the code of the layout itself. */
export function RootError(props: ErrorComponentProps) {
  return (
    <Bare>
      <RouteError {...props} />
    </Bare>
  );
}

/** For a path that no route has. */
export function NotFoundPage() {
  const { pathname } = useRouter().state.location;
  return <ErrorPage error={pageNotFound(pathname)} />;
}

/** The answer to an unknown address outside of every area, with its own frame. */
export function NotFoundScreen() {
  return (
    <Bare>
      <NotFoundPage />
    </Bare>
  );
}
