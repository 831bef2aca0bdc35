import { useQueryClient } from "@tanstack/react-query";
import { apiKey } from "@/api/api-query";
import { deleteCohort } from "@/api/sgc/calls";
import { cohortQuery } from "@/api/sgc/sgc";
import { useDeeds } from "@/ui/action/useDeeds";

/** Deletes a cohort after asking. */
export function useDeleteCohort({ id, name }: { id: string; name: string }, onDone?: () => void) {
  const queries = useQueryClient();
  const { run, busy } = useDeeds();
  const ask = () =>
    run({
      question: {
        title: `Delete ${name}?`,
        children:
          "The cohort, its answers and all versions of its files are deleted for everyone. This cannot be undone.",
        confirm: "Delete cohort",
        danger: true,
      },
      call: () => deleteCohort(id),
      done: `${name} was deleted.`,
      failed: `${name} was not deleted`,
      after: () => {
        onDone?.();
        queries.removeQueries({ queryKey: cohortQuery(id).queryKey });
        return queries.invalidateQueries({ queryKey: apiKey("/api/sgc") });
      },
    });
  return { ask, busy };
}
