import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext } from "react";
import { ApiError, isUnreachable } from "@/lib/api-error";
import { useAway } from "@/lib/browser/connection";
import { formatDateTime } from "@/lib/format/format";
import { TextButton } from "../action/TextButton";
import { Card } from "../Card";
import { PageHeader } from "../PageHeader";
import classes from "./Answered.module.css";
import { Notice } from "./Notice";
import { RowsSkeleton } from "./Skeletons";
import { ErrorState, messageOf } from "./states";

/** The state of a query, as in TanStack Query. */
export interface Answer<T> {
  data: T | undefined;
  error: unknown;
  refetch: () => unknown;
  /** When the data were read, ms since 1970. */
  dataUpdatedAt: number;
  isFetching: boolean;
}

interface Props<T> {
  /** The subject of the query, within a sentence: "the totals". */
  what: string;
  answer: Answer<T>;
  children: (data: T) => ReactNode;
  /** Lines of the skeleton. */
  rows?: number;
  /** In place of the skeleton, without the frame. */
  loading?: ReactNode;
  /** Around the skeleton and the error, e.g. the card that the data bring themselves. */
  frame?: (state: ReactNode) => ReactNode;
  /** Whether the answer is empty, and what is shown then. */
  isEmpty?: (data: T) => boolean;
  empty?: ReactNode;
  /** In place of "The totals could not be loaded". */
  title?: string;
  /** What is safe if nothing could be read. */
  safe?: string;
  /** Shown for refusals that are not errors, such as 404 of an optional object. */
  refused?: (error: ApiError) => ReactNode;
  /** Further ways out of an error. */
  actions?: ReactNode;
  /** It is in a card without padding. */
  flush?: boolean;
}

/** Whether a line further out already states that the shown data are old. */
const SaidOld = createContext(false);

/**
 * The answer of a query; until then its skeleton, or the error with a way to retry. Data that were
 * read stay when a later read fails, with a line that states their age: nothing open or typed below
 * is removed. While the server is unreachable its banner covers all of them: skeletons wait and
 * data stay.
 */
export function Answered<T>(props: Props<T>) {
  const { what, answer, children, isEmpty, empty, flush } = props;
  const { data, error } = answer;
  const said = useContext(SaidOld);
  const waits = useWaits(error);
  if (data === undefined) return <Unanswered {...props} />;
  const old = Boolean(error) && !waits;
  return (
    // The same elements without an error, so that the content below is not recreated.
    <SaidOld value={said || old}>
      {old && !said && <Old what={what} answer={answer} flush={flush} />}
      {isEmpty?.(data) ? empty : children(data)}
    </SaidOld>
  );
}

/** Whether it is asked again by itself once the server is there. */
function useWaits(error: unknown): boolean {
  const away = useAway();
  return away && isUnreachable(error);
}

function Unanswered<T>(props: Props<T>) {
  const { what, answer, loading, rows, frame = (state) => state, refused, safe = "Nothing was changed." } = props;
  const { error, refetch } = answer;
  const waits = useWaits(error);
  if (!error || waits) {
    if (loading !== undefined) return loading;
    return frame(
      <div role="status" aria-label={`Loading ${what}`} className={props.flush ? classes.skeleton : undefined}>
        <RowsSkeleton rows={rows} />
      </div>,
    );
  }
  const special = error instanceof ApiError && refused?.(error);
  return frame(
    special || (
      <ErrorState
        title={props.title ?? `${capital(what)} could not be loaded`}
        error={error}
        safe={safe}
        onRetry={props.actions && isRuledOut(error) ? undefined : () => void refetch()}
        actions={props.actions}
      />
    ),
  );
}

/** The request is not allowed, however often it is repeated: only another way, if there is one, is offered. */
const isRuledOut = (error: unknown) => error instanceof ApiError && [400, 413, 415, 422].includes(error.status);

function Old({ what, answer, flush }: Pick<Props<unknown>, "what" | "answer" | "flush">) {
  const { error, dataUpdatedAt, isFetching } = answer;
  const queries = useQueryClient();
  // Failed queries below have no line of their own.
  const again = () => queries.refetchQueries({ type: "active", predicate: ({ state }) => state.status === "error" });
  return (
    <div className={flush ? classes.oldFlush : classes.old} role="status">
      <Notice tone="warn" title={`${capital(what)} could not be refreshed`}>
        The data shown are old. Last updated on {formatDateTime(new Date(dataUpdatedAt).toISOString())}.{" "}
        {messageOf(error)}{" "}
        <TextButton onClick={() => void again()} disabled={isFetching}>
          {isFetching ? "Trying again" : "Try again"}
        </TextButton>
      </Notice>
    </div>
  );
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

/** A frame for states: a card of this title. */
export const inCard = (title?: ReactNode, aside?: ReactNode) => (state: ReactNode) => (
  <Card title={title} aside={aside}>
    {state}
  </Card>
);

/** A frame for states: the whole page, under the title of its route. */
export const onPage = (state: ReactNode) => (
  <>
    <PageHeader />
    <Card>{state}</Card>
  </>
);

/** Two questions whose answers are shown together. */
export function together<A, B>(a: Answer<A>, b: Answer<B>): Answer<[A, B]> {
  return {
    data: a.data === undefined || b.data === undefined ? undefined : [a.data, b.data],
    error: a.error ?? b.error,
    refetch: () => [a, b].map((one) => one.error && one.refetch()),
    dataUpdatedAt: Math.min(a.dataUpdatedAt, b.dataUpdatedAt),
    isFetching: a.isFetching || b.isFetching,
  };
}
