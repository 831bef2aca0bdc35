import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { User } from "@/api/accounts/session";
import type { Schemas } from "@/api/client";
import {
  discardUpload,
  type PendingUpload,
  pendingQuery,
  uploadInspectionQuery,
  uploadServer,
} from "@/api/files/uploads";
import { registerUpload } from "@/api/hermes/calls";
import { handOver } from "@/lib/upload/handOver";
import { Card } from "@/ui/Card";
import { confirm } from "@/ui/dialog/confirm";
import { toastError } from "@/ui/dialog/toast";
import { EmptyState } from "@/ui/state/states";
import { ColumnsTable } from "@/ui/sumstats/ColumnsTable";
import { Questions } from "@/ui/sumstats/Questions";
import { UploadCard } from "@/ui/upload/UploadCard";
import { useFileUpload } from "@/ui/upload/useUploads";
import { fetchLaterSteps, StepStudy, StepSubmit } from "./laterSteps";
import { toMetadata } from "./metadata";
import type { Step } from "./places";
import { StepFile } from "./StepFile";
import { StepSkeleton } from "./StepSkeleton";
import { StillToTell } from "./StillToTell";
import type { Choices } from "./StudyField";
import { Summary } from "./Summary";
import { useChooseFile } from "./useChooseFile";
import { useSubmit } from "./useSubmit";
import { useWizardSteps } from "./useWizardSteps";
import { WizardFrame } from "./WizardFrame";
import { useWizard, type Wizard } from "./wizard";

interface UploadWizardProps {
  version: Schemas["Version"];
  user: User;
  choices: Choices;
  docs: Schemas["FieldDoc"][];
  pending: PendingUpload[];
  /** The upload to go on with. */
  continued?: PendingUpload;
  step: Step;
  onStep: (step: Step) => void;
}

/** A file that another page uploaded: it need not be chosen again. */
function useArrived({ inspection, file, inspected }: Wizard, continued: PendingUpload | undefined) {
  const strange = inspection === undefined || file?.name !== continued?.file_name;
  const arrived = continued?.complete && strange ? continued : undefined;
  const said = useQuery({ ...uploadInspectionQuery(arrived?.id ?? ""), enabled: arrived !== undefined }).data;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    if (arrived && said) inspected(said, { name: arrived.file_name, size: arrived.size });
  }, [arrived?.id, said]);
}

/** From a local file to a registered submission. */
export function UploadWizard(props: UploadWizardProps) {
  const { version, user, choices, docs, pending, continued, step, onStep } = props;
  const wizard = useWizard({ draftOf: { account: user.id, object: "new" } });
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [server] = useState(() => uploadServer(queries));
  const { state, upload } = useFileUpload(server, version.chunk_bytes);
  const [waiting, setWaiting] = useState(false);
  const began = continued ?? pending.find((file) => file.id === wizard.uploadId);
  const expected = began && { id: began.id, name: began.file_name, size: began.size };
  const file = useChooseFile({ wizard, upload, largest: version.max_upload_bytes, pending, expected });
  const held = state.phase !== "idle";
  const steps = useWizardSteps({
    wizard,
    docs,
    builds: choices.config.genome_builds,
    step,
    first: 1,
    hasFile: held,
    goTo: onStep,
  });
  const { busy, failure, submit } = useSubmit(
    wizard,
    () =>
      registerUpload({
        upload_id: state.uploadId ?? "",
        metadata: toMetadata(wizard.values),
        mapping: wizard.columns.mapping,
      }),
    (refused) => {
      if (refused === undefined) return;
      steps.explain(refused);
      onStep(refused);
    },
  );

  useEffect(fetchLaterSteps, []);

  const { setUploadId } = wizard;
  useEffect(() => {
    if (state.uploadId) setUploadId(state.uploadId);
  }, [state.uploadId, setUploadId]);

  // An earlier visit sent the whole file and kept what was recognised in it: nothing has to be chosen again.
  useEffect(() => {
    const same = began?.complete && wizard.inspection && wizard.file?.name === began.file_name;
    if (same && state.phase === "idle") upload.adopt(began);
  }, [began, wizard.inspection, wizard.file, state.phase, upload]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the phase alone starts what was waiting for it
  useEffect(() => {
    if (!waiting) return;
    if (state.phase === "stored") {
      setWaiting(false);
      void submit();
    } else if (state.phase === "failed" || state.phase === "idle") setWaiting(false);
  }, [waiting, state.phase]);

  async function cancel() {
    const yes = await confirm({
      title: state.phase === "stored" ? "Use another file?" : "Cancel this upload?",
      children: "The uploaded part is deleted from the server. Your input is kept.",
      confirm: "Remove it",
      danger: true,
    });
    if (!yes) return;
    const { uploadId } = state;
    // In this order: a stored file that is still remembered would be taken up again.
    wizard.forgetFile();
    await upload.stop();
    onStep(1);
    if (uploadId)
      await discardUpload(uploadId).catch((error) => toastError("The server still keeps the uploaded part", error));
    await queries.invalidateQueries({ queryKey: pendingQuery.queryKey });
  }

  useArrived(wizard, continued);

  const { inspection } = wizard;
  return (
    <WizardFrame
      wizard={wizard}
      step={step}
      first={1}
      done={steps.done}
      onStep={onStep}
      onNext={steps.next}
      submit={{
        label: waiting ? "Waiting for the upload" : "Submit and start QC",
        busy: busy || waiting,
        onSubmit: () => setWaiting(steps.ready()),
      }}
      summary={<Summary problems={steps.shown} attempt={steps.attempt} failure={failure} step={step} />}
      side={
        <>
          {inspection && step === 3 && (
            <Questions inspection={inspection} state={wizard.columns} onState={wizard.setColumns} />
          )}
          <UploadCard
            state={state}
            onPause={() => void upload.pause()}
            onResume={() => upload.resume()}
            onCancel={() => void cancel()}
          />
        </>
      }
    >
      {step === 1 && (
        <StepFile
          largest={version.max_upload_bytes}
          file={wizard.file}
          inspection={inspection}
          expected={expected}
          held={held}
          busy={file.busy}
          error={file.error}
          onFile={(chosen) => void file.choose(chosen)}
          onFiles={(chosen) => {
            handOver.leave(chosen);
            void navigate({ to: "/hermes/new/bulk" });
          }}
        >
          {inspection && (
            <>
              <Questions inspection={inspection} state={wizard.columns} onState={wizard.setColumns} />
              <StillToTell wizard={wizard} docs={docs} onStep={onStep} />
            </>
          )}
        </StepFile>
      )}
      {step === 2 && (
        <StepStudy
          wizard={wizard}
          choices={choices}
          errors={steps.studyErrors}
          userName={user.user_name}
          meanwhile={<StepSkeleton />}
        />
      )}
      {step === 3 && !inspection && (
        <Card>
          <EmptyState title="No file yet" actions={<Button onClick={() => onStep(1)}>Choose a file</Button>}>
            Columns appear here when you choose a file.
          </EmptyState>
        </Card>
      )}
      {step === 3 && inspection && (
        <ColumnsTable
          inspection={inspection}
          docs={docs}
          state={wizard.columns}
          errors={wizard.refused.mapping}
          onState={wizard.setColumns}
        />
      )}
      {step === 4 && (
        <StepSubmit wizard={wizard} choices={choices} docs={docs} onStep={onStep} meanwhile={<StepSkeleton />} />
      )}
    </WizardFrame>
  );
}
