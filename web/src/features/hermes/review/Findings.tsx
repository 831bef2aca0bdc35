import { Checkbox } from "@mantine/core";
import type { ReviewFindings } from "@/api/hermes/review";
import { stepTitle } from "@/api/qcStep";
import { WordTag } from "@/ui/Tag";
import { outcomeWord } from "../list/words";
import classes from "./review.module.css";

interface Props {
  of: ReviewFindings;
  /** Whether the submission is one of several. */
  named: boolean;
  /** Whether the focus begins there. */
  isFirst: (doubt: string) => true | undefined;
  isTicked: (doubt: string) => boolean;
  onTick: (doubt: string, on: boolean) => void;
}

/** What QC found in a submission: verdict, doubts to acknowledge, other warnings, and what was not measured. */
export function Findings({ of, named, isFirst, isTicked, onTick }: Props) {
  const { dataset_name, verdict, warnings, steps, not_measured, doubts } = of;
  const others = warnings.filter(({ messages }) => !doubts.includes(messages.join(" ")));
  return (
    <li>
      <div className={classes.foundHead}>
        {named && <strong>{dataset_name}</strong>}
        {verdict && (
          <WordTag {...outcomeWord({ verdict, warnings: warnings.length, steps, not_measured: not_measured.length })} />
        )}
      </div>
      {doubts.length > 0 && (
        <fieldset className={classes.checks}>
          <legend>I accept this submission although</legend>
          {doubts.map((doubt) => (
            <Checkbox
              key={doubt}
              label={doubt}
              data-autofocus={isFirst(doubt)}
              checked={isTicked(doubt)}
              onChange={(event) => onTick(doubt, event.currentTarget.checked)}
            />
          ))}
        </fieldset>
      )}
      {others.map(({ step, messages }) => (
        <p key={step} className={classes.plain}>
          <strong>{stepTitle(step)}:</strong> {messages.join(" ")}
        </p>
      ))}
      {not_measured.length > 0 && (
        <p className={classes.faint}>Not measured: {not_measured.map(stepTitle).join(", ")}</p>
      )}
    </li>
  );
}
