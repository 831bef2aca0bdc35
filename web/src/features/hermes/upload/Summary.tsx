import { Alert } from "@mantine/core";
import { ApiError } from "@/lib/api-error";
import { ErrorSummary } from "@/ui/form/ErrorSummary";
import { messageOf } from "@/ui/states";
import type { Step } from "./places";
import type { Problem } from "./problems";

interface SummaryProps {
  problems: Problem[];
  attempt: number;
  /** What the server refused without naming a field. */
  failure: unknown;
  step: Step;
}

const places: Record<Step, string> = { 1: "File", 2: "About the study", 3: "Columns", 4: "Submit" };

/** Above the step: what is to be mended, or why the server refused. */
export function Summary({ problems, attempt, failure, step }: SummaryProps) {
  const items = problems.map((problem) =>
    problem.step === step ? problem : { message: `${places[problem.step]}: ${problem.message}` },
  );
  const reference = failure instanceof ApiError ? failure.requestId : "";
  return (
    <>
      {failure !== undefined && (
        <Alert color="fail" variant="light" role="alert" title="This was not submitted" mb="md">
          {messageOf(failure)} Everything you entered and sent is kept. {reference && `Reference ${reference}.`}
        </Alert>
      )}
      <ErrorSummary items={items} attempt={attempt} />
    </>
  );
}
