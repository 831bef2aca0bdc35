import { useMutation, useQueryClient } from "@tanstack/react-query";
import { datasetChanged, datasetConflicts } from "@/api/datasets/changes";
import type { Dataset } from "@/api/datasets/datasets";

interface Saving<Wish> {
  send: (wish: Wish) => Promise<Dataset>;
  /** Before what else knows of the data set is read again. */
  onSaved: (changed: Dataset) => unknown;
}

/** Saves a part of a data set. Shows the saved version, or that of another user. */
export function useSave<Wish>({ send, onSaved }: Saving<Wish>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: async (changed) => {
      await onSaved(changed);
      await datasetChanged(queries, changed);
    },
    onError: (error) => datasetConflicts(queries, error),
  });
}
