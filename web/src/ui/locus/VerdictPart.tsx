import { VisuallyHidden } from "@mantine/core";
import type { Tone } from "@/lib/status";
import tones from "../tones.module.css";
import type { LocusReport, LocusSettings } from "./types";
import { checksOf, consequence, verdictWords } from "./verdict";
import classes from "./verdict.module.css";

const signs: Record<Tone, [sign: string, words: string]> = {
  pass: ["✓", "Good"],
  warn: ["!", "Warning"],
  fail: ["×", "Problem"],
  info: ["i", "Note"],
  neutral: ["–", "Not tested"],
};

/** The verdict on a locus, why, and its evidence. */
export function VerdictPart({ locus, settings }: { locus: LocusReport; settings: LocusSettings }) {
  const { tone, word } = verdictWords[locus.verdict];
  return (
    <>
      <div className={`${classes.banner} ${tones[tone]}`}>
        <strong>{word}</strong>
        <p>{[consequence[locus.verdict], ...locus.sentences].join(" ")}</p>
      </div>
      <ul className={classes.checks} aria-label="Evidence">
        {checksOf(locus, settings).map(({ name, tone, measure, detail }) => (
          <li key={name} className={classes.check}>
            <span className={`${classes.sign} ${tones[tone]}`}>
              <span aria-hidden="true">{signs[tone][0]}</span>
              <VisuallyHidden>{signs[tone][1]}: </VisuallyHidden>
            </span>
            <b>{name}</b>
            <span>{measure}</span>
            <span className={classes.detail}>{detail}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
