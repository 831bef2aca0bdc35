import type { ApiError } from "@/lib/api-error";
import { SearchAgain } from "@/ui/layout/SearchOpener";
import { EmptyState } from "@/ui/state/states";

/** In place of a gene or variant that there is not: what the server says of it, with names that are near. */
export const absentOf = (kind: string) => (error: ApiError) =>
  error.status === 404 && (
    <EmptyState title={`There is no such ${kind} here`} actions={<SearchAgain />}>
      {error.message}
    </EmptyState>
  );
