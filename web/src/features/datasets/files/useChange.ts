import { useMutation, useQueryClient } from "@tanstack/react-query";
import { datasetChanged } from "@/api/datasets/changes";
import type { Dataset } from "@/api/datasets/datasets";
import { useDeeds } from "@/ui/action/useDeeds";
import type { Question } from "@/ui/dialog/confirm";

interface Removal extends Omit<Question, "danger"> {
  send: () => Promise<Dataset>;
  done: string;
}

/** Sends a change of a data set and shows what it became. */
export function useChange() {
  const queries = useQueryClient();
  const { run } = useDeeds();
  const after = (dataset: Dataset) => void datasetChanged(queries, dataset);
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (send: () => Promise<Dataset>) => send(),
    onSuccess: after,
  });
  /** Asks first; refusals are toasted. */
  const remove = ({ send, done, ...question }: Removal) =>
    run({ question: { ...question, danger: true }, call: send, done, after, failed: "Nothing was deleted" });
  return { change: mutateAsync, busy: isPending, remove };
}
