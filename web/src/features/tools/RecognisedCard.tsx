import { VisuallyHidden } from "@mantine/core";
import type { FieldDoc, Inspection } from "@/lib/sumstats/contract";
import type { MappingState } from "@/lib/sumstats/mapping";
import { TextButton } from "@/ui/action/TextButton";
import { Card } from "@/ui/Card";
import { recognisedLines, type Sureness, surenessWords } from "./recognised";
import classes from "./tools.module.css";

interface Props {
  inspection: Inspection;
  columns: MappingState;
  docs: FieldDoc[];
  /** Opens and closes what changes it. */
  onChange: () => void;
}

const signs: Record<Sureness, [sign: string, word: string]> = {
  certain: ["✓", "certain"],
  ask: ["?", "to confirm"],
  absent: ["–", "absent"],
};

/** The facts detected in the first rows of a file. */
export function RecognisedCard({ inspection, columns, docs, onChange }: Props) {
  const lines = recognisedLines(inspection, columns, docs);
  return (
    <Card
      flush
      title="Recognised"
      aside={
        <>
          {surenessWords(lines)} <TextButton onClick={onChange}>Change columns</TextButton>
        </>
      }
    >
      <ul className={classes.recognised}>
        {lines.map(({ label, sureness, value, code, note }) => (
          <li key={`${label} ${value}`}>
            <span className={classes.sign} data-sureness={sureness}>
              <span aria-hidden="true">{signs[sureness][0]}</span>
              <VisuallyHidden>{signs[sureness][1]}</VisuallyHidden>
            </span>
            <span className={classes.label}>{label}</span>
            <span className={classes.value}>
              <span className={code ? classes.code : classes.strong}>{value}</span>
              {note && <span className={classes.note}>{note}</span>}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
