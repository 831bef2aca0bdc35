import { useMutation, useQueryClient } from "@tanstack/react-query";
import { datasetChanged } from "@/api/dataset-changes";
import type { Dataset } from "@/api/datasets";
import { confirm } from "@/ui/confirm";
import { toastDone, toastError } from "@/ui/toast";

interface Removal {
  title: string;
  children: string;
  confirm: string;
  send: () => Promise<Dataset>;
  done: string;
}

/** Sends a change of a data set and shows what it became. */
export function useChange() {
  const queries = useQueryClient();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (send: () => Promise<Dataset>) => send(),
    onSuccess: (dataset) => void datasetChanged(queries, dataset),
  });

  /** Asks first; refusals are toasted. */
  async function remove({ send, done, ...question }: Removal) {
    if (!(await confirm({ ...question, danger: true }))) return;
    try {
      await mutateAsync(send);
      toastDone(done);
    } catch (error) {
      toastError("Nothing was deleted", error);
    }
  }

  return { change: mutateAsync, busy: isPending, remove };
}
