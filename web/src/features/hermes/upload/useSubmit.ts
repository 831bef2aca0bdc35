import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { type HermesUpload, hermesKeys } from "@/api/hermes";
import { pendingQuery } from "@/api/uploads";
import { ApiError } from "@/lib/api-error";
import { toastDone } from "@/ui/dialog/toast";
import { firstStep, type Step } from "./places";
import type { Wizard } from "./wizard";

/**
 * Sends the form, puts what the server refuses at its fields, and leads to the report when it is accepted. `onRefused` is told
 * the step to go to, or undefined when no field was named.
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
      queries.setQueryData(hermesKeys.upload(upload.id), upload);
      void queries.invalidateQueries({ queryKey: hermesKeys.uploads });
      void queries.invalidateQueries({ queryKey: hermesKeys.upload(upload.id) });
      void queries.invalidateQueries({ queryKey: hermesKeys.metas });
      void queries.invalidateQueries({ queryKey: hermesKeys.anyMeta });
      void queries.invalidateQueries({ queryKey: pendingQuery.queryKey });
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
