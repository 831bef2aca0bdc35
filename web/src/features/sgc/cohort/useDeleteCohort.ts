import { useMutation, useQueryClient } from "@tanstack/react-query";
import { sgcKeys } from "@/api/sgc";
import { deleteCohort } from "@/api/sgc-calls";
import { confirm } from "@/ui/confirm";
import { toastDone, toastError } from "@/ui/toast";

/** Deletes a cohort after asking. */
export function useDeleteCohort({ id, name }: { id: string; name: string }, onDone?: () => void) {
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => deleteCohort(id),
    onSuccess: () => {
      toastDone(`${name} was deleted.`);
      onDone?.();
      queries.removeQueries({ queryKey: sgcKeys.cohort(id) });
      return queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === "sgc" });
    },
    onError: (error) => toastError(`${name} was not deleted`, error),
  });

  async function ask() {
    const yes = await confirm({
      title: `Delete ${name}?`,
      children:
        "The cohort, its answers and all versions of its files are removed for everybody. This cannot be taken back.",
      confirm: "Delete cohort",
      danger: true,
    });
    if (yes) remove.mutate();
  }

  return { ask, busy: remove.isPending };
}
