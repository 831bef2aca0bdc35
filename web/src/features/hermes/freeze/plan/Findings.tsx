import { Button } from "@mantine/core";
import { memo, useState } from "react";
import { formatCount, plural } from "@/lib/format/format";
import { TextButton } from "@/ui/action/TextButton";
import { Card } from "@/ui/Card";
import shared from "@/ui/data.module.css";
import classes from "../freeze.module.css";
import { Mark } from "../Mark";
import type { FreezeDraft } from "./draft";
import { type Finding, isConfirmed, type Remedy } from "./findings";
import { useScopeWords } from "./ScopeFields";

interface Props {
  findings: readonly Finding[];
  options: FreezeDraft["document"]["options"];
  /** Does what helps; a confirmation is taken back with `undo`. */
  onRemedy: (remedy: Remedy, undo: boolean) => void;
}

const mostShown = 10;
const mostSentences = 3;

/** What was found, each with one remedy. */
export const Findings = memo(function Findings({ findings, options, onRemedy }: Props) {
  const [all, setAll] = useState(false);
  const blocking = findings.filter(({ blocks }) => blocks).length;
  const shown = all ? findings : findings.slice(0, mostShown);
  return (
    <Card title="Findings" aside={`${blocking} block, ${findings.length - blocking} warn`} flush>
      {findings.length === 0 && <p className={shared.emptyNote}>Nothing was found.</p>}
      <ul className={classes.findings}>
        {shown.map((finding) => (
          <Line key={finding.key} finding={finding} confirmed={isConfirmed(finding, options)} onRemedy={onRemedy} />
        ))}
      </ul>
      {findings.length > shown.length && (
        <p className={classes.cardNote}>
          <TextButton onClick={() => setAll(true)}>Show all {formatCount(findings.length)} findings</TextButton>
        </p>
      )}
    </Card>
  );
});

interface LineProps {
  finding: Finding;
  confirmed: boolean;
  onRemedy: Props["onRemedy"];
}

function Line({ finding, confirmed, onRemedy }: LineProps) {
  const { blocks, title, sentences, cells, remedy } = finding;
  const scopeWords = useScopeWords();
  const where = cells[0] && cells.length === 1 ? scopeWords(cells[0]) : plural(cells.length, "cell");
  const more = sentences.length - mostSentences;
  return (
    <li className={classes.finding}>
      <Mark verdict={blocks ? "blocked" : "warning"} />
      <div>
        <strong>{title}</strong>
        <div className={classes.cellLine}>{where}</div>
      </div>
      <div className={classes.sentences}>
        {sentences.slice(0, mostSentences).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {more > 0 && <p>And {formatCount(more)} more.</p>}
      </div>
      <Button size="compact-sm" variant="default" onClick={() => onRemedy(remedy, confirmed)}>
        {confirmed ? "Take back" : remedyWords(remedy)}
      </Button>
    </li>
  );
}

function remedyWords(remedy: Remedy): string {
  switch (remedy.kind) {
    case "confirm":
      return "Confirm for all cells";
    case "exclude":
      return `Leave out ${remedy.exclusion.file ?? remedy.exclusion.cohort}`;
    case "skip":
      return "Deselect the cell";
  }
}
