import { useMutation, useQueryClient } from "@tanstack/react-query";
import { reread } from "@/api/api-query";
import { createRun } from "@/api/hermes/calls";
import { type HermesUpload, ofUpload, type QcRun, type QcSettings, uploadLists } from "@/api/hermes/hermes";
import { allMetas } from "@/api/hermes/meta";
import { toastDone } from "@/ui/dialog/toast";
import { isUnknownAcceptance } from "../review/withdrawal";

/** Starts another QC run of a submission with the settings that it is given. */
export function useRerun(upload: HermesUpload, onStarted: (run: QcRun) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (settings: QcSettings) => createRun(upload, settings),
    onSuccess: (run) => {
      toastDone(`QC runs again: run ${run.number}.`);
      void reread(queries, ofUpload(upload.id), ...uploadLists, allMetas);
      onStarted(run);
    },
    onError: (error) => {
      if (isUnknownAcceptance(error)) void queries.invalidateQueries(ofUpload(upload.id));
    },
  });
}
