import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { pendingQuery } from "@/api/files/uploads";
import { startToolRun } from "@/api/tools/calls";
import { type ToolInput, toolRunChanged } from "@/api/tools/tools";

/**
 * Starts a task on an uploaded file, and opens its result page. Calls `onStarted` before
 * navigating.
 */
export function useStart(onStarted?: () => void) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (input: ToolInput) => startToolRun(input),
    onSuccess: async (run) => {
      onStarted?.();
      void queries.invalidateQueries({ queryKey: pendingQuery.queryKey });
      await toolRunChanged(queries, run);
      await navigate({ to: "/tools/$id", params: { id: run.id } });
    },
  });
}
