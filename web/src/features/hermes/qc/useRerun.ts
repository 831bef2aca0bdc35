import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type HermesUpload, hermesKeys, type QcRun, type QcSettings } from "@/api/hermes";
import { createRun } from "@/api/hermes-calls";
import { isUnknownAcceptance } from "../review/withdrawal";

/** Starts another QC run of a data set with the settings that it is given. */
export function useRerun(upload: HermesUpload, onStarted: (run: QcRun) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (settings: QcSettings) => createRun(upload, settings),
    onSuccess: (run) => {
      for (const queryKey of [hermesKeys.upload(upload.id), hermesKeys.uploads, hermesKeys.metas, hermesKeys.anyMeta]) {
        void queries.invalidateQueries({ queryKey });
      }
      onStarted(run);
    },
    onError: (error) => {
      if (isUnknownAcceptance(error)) void queries.invalidateQueries({ queryKey: hermesKeys.upload(upload.id) });
    },
  });
}
