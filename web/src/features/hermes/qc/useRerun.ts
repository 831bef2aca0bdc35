import { useMutation, useQueryClient } from "@tanstack/react-query";
import { hermesKeys, type QcRun, type QcSettings } from "@/api/hermes";
import { createRun } from "@/api/hermes-calls";

/** Starts another QC run of a data set with the settings that it is given. */
export function useRerun(upload: string, onStarted: (run: QcRun) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (settings: QcSettings) => createRun(upload, settings),
    onSuccess: (run) => {
      for (const queryKey of [hermesKeys.upload(upload), hermesKeys.uploads]) {
        void queries.invalidateQueries({ queryKey });
      }
      onStarted(run);
    },
  });
}

/** Said before an accepted file is run again. */
export const withdraws =
  "Another run withdraws the acceptance; the file is reviewed again. Finished meta-analyses keep what they used.";
