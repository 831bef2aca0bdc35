import type { QueryClient } from "@tanstack/react-query";
import { answersOf, reread } from "@/api/api-query";
import { heldDataset } from "./calls";
import { type Dataset, datasetQuery } from "./datasets";

/** Everything but the data set itself that a change of it may change. */
async function rereadAround(queries: QueryClient, id: string): Promise<void> {
  await reread(
    queries,
    answersOf("/api/datasets"),
    answersOf("/api/datasets/{id}/files", { id }),
    answersOf("/api/datasets/{id}/history", { id }),
    answersOf("/api/datasets/{id}/links", { id }),
    answersOf("/api/phenotypes"),
    // With another genome build the files are checked again.
    answersOf("/api/datasets/{id}/files/{fid}/checks", { id }),
  );
}

/** Puts the answer to a change into the cache, and has the lists, files, history and links read again. */
export async function datasetChanged(queries: QueryClient, dataset: Dataset): Promise<void> {
  // An answer that is still on its way may be older than this one.
  const { queryKey } = datasetQuery(dataset.id);
  await queries.cancelQueries({ queryKey });
  queries.setQueryData(queryKey, dataset);
  await rereadAround(queries, dataset.id);
}

/**
 * Stores the other user's version in the cache if a change was refused because of it; returns
 * whether it was.
 */
export function datasetConflicts(queries: QueryClient, error: unknown): boolean {
  const held = heldDataset(error);
  if (held) queries.setQueryData(datasetQuery(held.id).queryKey, held);
  return held !== undefined;
}

/**
 * After a data set was moved to the bin or deleted: its cached data are read again when next shown.
 */
export async function datasetDeleted(queries: QueryClient, id: string): Promise<void> {
  await queries.invalidateQueries({ queryKey: datasetQuery(id).queryKey, refetchType: "none" });
  await rereadAround(queries, id);
}
