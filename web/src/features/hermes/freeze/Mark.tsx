import { VisuallyHidden } from "@mantine/core";
import tones from "@/ui/tones.module.css";
import classes from "./freeze.module.css";
import { type Verdict, verdictWords } from "./words";

/** The verdict of a cell as a sign, with its word for screen readers. */
export function Mark({ verdict }: { verdict: Verdict }) {
  const { tone, sign, word } = verdictWords[verdict];
  return (
    <span className={`${classes.mark} ${tones[tone]}`} title={word}>
      <span aria-hidden="true">{sign}</span>
      <VisuallyHidden component="span">{word}</VisuallyHidden>
    </span>
  );
}

const inLegend: readonly Verdict[] = ["passed", "warning", "failed", "outdated"];

/** What the signs of the matrix mean. */
export function MarkLegend() {
  return (
    <div className={classes.legend}>
      {inLegend.map((verdict) => (
        <span key={verdict} className={classes.legendKey}>
          <span className={`${classes.mark} ${tones[verdictWords[verdict].tone]}`} aria-hidden="true">
            {verdictWords[verdict].sign}
          </span>
          {verdictWords[verdict].word}
        </span>
      ))}
      <span className={classes.legendNote}>Hatched: not made. M and k: participants. λ: combined result.</span>
    </div>
  );
}
