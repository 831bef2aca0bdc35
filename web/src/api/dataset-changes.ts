import type { QueryClient } from "@tanstack/react-query";
import { heldDataset } from "./dataset-calls";
import { type Dataset, datasetKeys, isOfChecks } from "./datasets";

/** Everything but the data set itself that a change of it may change. */
async function rereadAround(queries: QueryClient, id: string): Promise<void> {
  const around: readonly (readonly string[])[] = [
    datasetKeys.lists,
    datasetKeys.files(id),
    datasetKeys.history(id),
    datasetKeys.links(id),
    datasetKeys.phenotypes,
  ];
  await Promise.all([
    ...around.map((queryKey) => queries.invalidateQueries({ queryKey })),
    // On another genome build the files are checked anew.
    queries.invalidateQueries({ queryKey: datasetKeys.ofFiles(id), predicate: isOfChecks }),
  ]);
}

/** Puts the answer to a change into the cache, and has the lists, files, history and links read again. */
export async function datasetChanged(queries: QueryClient, dataset: Dataset): Promise<void> {
  // An answer that is still on its way may be older than this one.
  await queries.cancelQueries({ queryKey: datasetKeys.dataset(dataset.id) });
  queries.setQueryData(datasetKeys.dataset(dataset.id), dataset);
  await rereadAround(queries, dataset.id);
}

/** Puts what somebody else left into the cache, where a change was refused for that; answers whether it was. */
export function datasetConflicts(queries: QueryClient, error: unknown): boolean {
  const held = heldDataset(error);
  if (held) queries.setQueryData(datasetKeys.dataset(held.id), held);
  return held !== undefined;
}

/** After a data set went into the bin, or out of it for ever: what is known of it is read again when it is next shown. */
export async function datasetDeleted(queries: QueryClient, id: string): Promise<void> {
  await queries.invalidateQueries({ queryKey: datasetKeys.dataset(id), refetchType: "none" });
  await rereadAround(queries, id);
}
