import type { ReactNode } from "react";
import { RowsSkeleton } from "@/ui/Skeletons";
import { ErrorState } from "@/ui/states";

interface Props<T> {
  /** What is asked for, within a sentence: "the totals". */
  what: string;
  answer: { data: T | undefined; error: unknown; refetch: () => unknown };
  /** Lines of the skeleton. */
  rows?: number;
  children: (data: T) => ReactNode;
}

/** What a query answered; until then its skeleton, or what went wrong. An answer of before stays when the next one fails. */
export function Answered<T>({ what, answer: { data, error, refetch }, rows, children }: Props<T>) {
  if (data !== undefined) return children(data);
  if (error) {
    return (
      <ErrorState
        title={`Could not load ${what}`}
        error={error}
        safe="Nothing was changed."
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <div role="status" aria-label={`Loading ${what}`}>
      <RowsSkeleton rows={rows} />
    </div>
  );
}
