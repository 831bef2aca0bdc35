import type { User } from "@/api/accounts/session";
import type { Schemas } from "@/api/client";
import { updateUpload } from "@/api/hermes/calls";
import type { HermesUpload, Inspection } from "@/api/hermes/hermes";
import { earlierMapping } from "@/lib/sumstats/mapping";
import { Notice } from "@/ui/state/Notice";
import { ColumnsTable } from "@/ui/sumstats/ColumnsTable";
import { Questions } from "@/ui/sumstats/Questions";
import { askedOf, stepOfForm, subjectLabel } from "../review/subjects";
import { WithdrawalNotice } from "../review/withdrawal";
import { useFieldWords } from "../useFieldWords";
import { StepStudy, StepSubmit } from "./laterSteps";
import { fromMetadata, toMetadata } from "./metadata";
import type { Step } from "./places";
import { StepSkeleton } from "./StepSkeleton";
import type { Choices } from "./StudyField";
import { Summary } from "./Summary";
import { useSubmit } from "./useSubmit";
import { useWizardSteps } from "./useWizardSteps";
import { WizardFrame } from "./WizardFrame";
import { useWizard } from "./wizard";

interface EditWizardProps {
  upload: HermesUpload;
  inspection: Inspection;
  user: User;
  choices: Choices;
  docs: Schemas["FieldDoc"][];
  step: Step;
  onStep: (step: Step) => void;
}

/** Changes metadata and columns of a registered submission; its file is not sent again. */
export function EditWizard({ upload, inspection, user, choices, docs, step, onStep }: EditWizardProps) {
  const wizard = useWizard({
    draftOf: { account: user.id, object: upload.id },
    values: fromMetadata(upload.metadata),
    columns: earlierMapping(upload.mapping, inspection),
    inspection,
  });
  const asked = askedOf(upload);
  const wordsOf = useFieldWords();
  const first = 2;
  const current = Math.max(step, first) as Step;
  const here = [...asked].filter(([about]) => stepOfForm(about) === (current === 2 ? "study" : "columns"));
  const steps = useWizardSteps({
    wizard,
    docs,
    builds: choices.config.genome_builds,
    step: current,
    first,
    hasFile: true,
    goTo: onStep,
  });
  const { busy, failure, submit } = useSubmit(
    wizard,
    () =>
      updateUpload(upload, {
        metadata: toMetadata(wizard.values),
        mapping: wizard.columns.mapping,
      }),
    (refused) => {
      if (refused === undefined) return;
      steps.explain(refused);
      onStep(refused);
    },
  );

  return (
    <WizardFrame
      wizard={wizard}
      editing={upload.dataset_name}
      step={current}
      first={first}
      done={steps.done}
      onStep={onStep}
      onNext={steps.next}
      submit={{
        label: upload.withdrawal ? "Withdraw acceptance and run QC again" : "Save and run QC again",
        busy,
        onSubmit: () => void (steps.ready() && submit()),
      }}
      summary={<Summary problems={steps.shown} attempt={steps.attempt} failure={failure} step={current} />}
      side={current === 3 && <Questions inspection={inspection} state={wizard.columns} onState={wizard.setColumns} />}
    >
      <WithdrawalNotice withdrawal={upload.withdrawal} />
      {current < 4 && here.length > 0 && (
        <Notice tone="warn" title="A reviewer asks">
          {here.map(([about, text]) => (
            <div key={about}>
              {subjectLabel(about, upload, wordsOf)}: {text}
            </div>
          ))}
        </Notice>
      )}
      {current === 2 && (
        <StepStudy
          wizard={wizard}
          choices={choices}
          errors={steps.studyErrors}
          userName={user.user_name}
          editing={upload.id}
          asked={asked}
          meanwhile={<StepSkeleton />}
        />
      )}
      {current === 3 && (
        <ColumnsTable
          inspection={inspection}
          docs={docs}
          state={wizard.columns}
          errors={wizard.refused.mapping}
          onState={wizard.setColumns}
        />
      )}
      {current === 4 && (
        <StepSubmit wizard={wizard} choices={choices} docs={docs} onStep={onStep} meanwhile={<StepSkeleton />} />
      )}
    </WizardFrame>
  );
}
