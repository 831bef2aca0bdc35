import type { ApiError } from "@/lib/api-error";
import { SearchAgain } from "@/ui/layout/SearchOpener";
import { EmptyState } from "@/ui/state/states";

/** For a gene or variant that does not exist: the server's message, with similar names. */
export const absentOf = (kind: string) => (error: ApiError) =>
  error.status === 404 && (
    <EmptyState title={`There is no such ${kind} here`} actions={<SearchAgain />}>
      {error.message}
    </EmptyState>
  );
