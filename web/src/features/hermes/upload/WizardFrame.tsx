import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { formatBytes } from "@/lib/format/format";
import { buildWords, formatWords } from "@/lib/sumstats/inspection";
import { DraftNote } from "@/ui/form/DraftNote";
import { Steps } from "@/ui/form/Steps";
import { PageHeader } from "@/ui/PageHeader";
import type { Step } from "./places";
import classes from "./upload.module.css";
import type { Wizard } from "./wizard";

const titles: Record<Step, string> = { 1: "Upload a file", 2: "About the study", 3: "Check the columns", 4: "Submit" };

interface WizardFrameProps {
  wizard: Wizard;
  /** Name of the submission that is being edited. */
  editing?: string;
  step: Step;
  first: Step;
  done: ReadonlySet<number>;
  onStep: (step: Step) => void;
  /** Shows what is missing instead of continuing. */
  onNext: () => void;
  /** At the last step. */
  submit: { label: string; busy: boolean; onSubmit: () => void };
  summary: ReactNode;
  side: ReactNode;
  children: ReactNode;
}

/** Title, steps and buttons around one step of the wizard. */
export function WizardFrame(props: WizardFrameProps) {
  const { wizard, editing, step, first, onStep, submit } = props;
  const back = step > first && (
    <Button variant="default" onClick={() => onStep((step - 1) as Step)}>
      Back
    </Button>
  );
  const forward =
    step < 4 ? (
      <Button variant={step === 1 && !wizard.file ? "default" : "filled"} onClick={props.onNext}>
        Next
      </Button>
    ) : (
      <Button loading={submit.busy} onClick={submit.onSubmit}>
        {submit.label}
      </Button>
    );
  return (
    <>
      <PageHeader
        title={titles[step]}
        crumb={[editing ?? "Upload"]}
        sub={<SubLine wizard={wizard} editing={editing} />}
        actions={
          <>
            {back}
            {forward}
          </>
        }
      />
      <Steps
        labels={["File", "About the study", "Columns", "Submit"]}
        current={step}
        done={props.done}
        onStep={(next) => onStep(Math.max(next, first) as Step)}
      />
      {props.summary}
      <div className={classes.columns}>
        <div className={classes.main}>
          {props.children}
          {step > 1 && (
            <div className={classes.footer}>
              {back}
              {forward}
            </div>
          )}
        </div>
        <aside className={classes.side} aria-label="Upload and questions">
          {props.side}
        </aside>
      </div>
    </>
  );
}

function SubLine({ wizard, editing }: { wizard: Wizard; editing?: string }) {
  const { file, inspection, draft } = wizard;
  const facts = inspection ? [formatWords(inspection), buildWords(inspection)].filter(Boolean).join(", ") : "";
  return (
    <>
      {editing && `${editing} · `}
      {file && (
        <>
          <span className={classes.fileName}>{file.name}</span> · {formatBytes(file.size)} ·{" "}
        </>
      )}
      {facts}
      {!file && !editing && "Summary statistics of one GWAS"}
      {draft.savedAt !== undefined && (
        <>
          {" · "}
          <DraftNote
            savedAt={draft.savedAt}
            question="Your input is removed. The file and its uploaded part are kept."
            onStartOver={wizard.startOver}
          />
        </>
      )}
    </>
  );
}
