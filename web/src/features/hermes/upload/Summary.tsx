import { ApiError } from "@/lib/api-error";
import { ErrorSummary } from "@/ui/form/ErrorSummary";
import { Notice } from "@/ui/state/Notice";
import { messageOf } from "@/ui/state/states";
import type { Step } from "./places";
import type { Problem } from "./problems";
import classes from "./upload.module.css";

interface SummaryProps {
  problems: Problem[];
  attempt: number;
  /** What the server refused without naming a field. */
  failure: unknown;
  step: Step;
}

const places: Record<Step, string> = { 1: "File", 2: "About the study", 3: "Columns", 4: "Submit" };

/** Above the step: the problems to fix, or the server's refusal. */
export function Summary({ problems, attempt, failure, step }: SummaryProps) {
  const items = problems.map((problem) =>
    problem.step === step ? problem : { message: `${places[problem.step]}: ${problem.message}` },
  );
  const reference = failure instanceof ApiError ? failure.requestId : "";
  return (
    <>
      {failure !== undefined && (
        <div className={classes.notice}>
          <Notice tone="fail" title="This was not submitted" alert>
            {messageOf(failure)} Your input and uploads are kept. {reference && `Reference ${reference}.`}
          </Notice>
        </div>
      )}
      <ErrorSummary items={items} attempt={attempt} />
    </>
  );
}
