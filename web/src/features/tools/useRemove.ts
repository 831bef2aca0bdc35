import { useMutation, useQueryClient } from "@tanstack/react-query";
import { pendingQuery } from "@/api/files/uploads";
import { removeToolRun } from "@/api/tools/calls";
import { type ToolRun, toolRuns } from "@/api/tools/tools";
import { confirm } from "@/ui/dialog/confirm";
import { toastDone, toastError } from "@/ui/dialog/toast";
import { runTitle } from "./words";

/** Removes a run before its day is over, after a question. */
export function useRemove(run: ToolRun, onDone?: () => void) {
  const queries = useQueryClient();
  const removing = useMutation({
    mutationFn: () => removeToolRun(run.id),
    onSuccess: async () => {
      toastDone(`Removed: ${runTitle(run)}.`);
      onDone?.();
      await Promise.all([
        queries.invalidateQueries(toolRuns),
        queries.invalidateQueries({ queryKey: pendingQuery.queryKey }),
      ]);
    },
    onError: (error) => toastError("It was not deleted", error),
  });

  async function ask() {
    const yes = await confirm({
      title: `Remove: ${runTitle(run)}?`,
      children:
        "The result is deleted, and the uploaded file too if no other run uses it. Your own copy is not changed.",
      confirm: "Remove",
      danger: true,
    });
    if (yes) removing.mutate();
  }

  return { ask, busy: removing.isPending };
}
