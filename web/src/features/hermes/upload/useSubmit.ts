import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { reread } from "@/api/api-query";
import { pendingQuery } from "@/api/files/uploads";
import { type HermesUpload, ofUpload, uploadLists, uploadQuery } from "@/api/hermes/hermes";
import { allMetas } from "@/api/hermes/meta";
import { ApiError } from "@/lib/api-error";
import { toastDone } from "@/ui/dialog/toast";
import { firstStep, type Step } from "./places";
import type { Wizard } from "./wizard";

/**
 * Sends the form, shows refusals at their fields, and opens the report when it is accepted.
 * `onRefused` receives the step to show, or undefined if no field is named.
 */
export function useSubmit(
  wizard: Wizard,
  send: () => Promise<HermesUpload>,
  onRefused: (step: Step | undefined) => void,
) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();

  async function submit() {
    setBusy(true);
    setFailure(undefined);
    try {
      const upload = await send();
      if (wizard.handedIn(upload.id)) {
        toastDone(`${upload.dataset_name} was submitted. Later input is in its form. Edit it to continue.`);
      }
      queries.setQueryData(uploadQuery(upload.id).queryKey, upload);
      void reread(queries, ofUpload(upload.id), ...uploadLists, allMetas, { queryKey: pendingQuery.queryKey });
      await navigate({ to: "/hermes/qc/$id", params: { id: upload.id } });
    } catch (error) {
      const placed = error instanceof ApiError ? wizard.refuse(error.fields) : undefined;
      const step = placed && firstStep(placed);
      if (step === undefined) setFailure(error);
      onRefused(step);
      setBusy(false);
    }
  }

  return { busy, failure, submit };
}
