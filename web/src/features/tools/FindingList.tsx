import type { ToolCheck } from "@/api/tools/tools";
import { formatCount } from "@/lib/format/format";
import { Card } from "@/ui/Card";
import { Tag } from "@/ui/Tag";
import classes from "./tools.module.css";

export type Finding = ToolCheck["findings"][number];

const tones = { info: "info", warn: "warn", block: "fail" } as const;
const words = { info: "Note", warn: "Warning", block: "Problem" } as const;

/** Findings about a file, each with its level; nothing without any. */
export function FindingList({ title, findings }: { title: string; findings: Finding[] }) {
  if (findings.length === 0) return null;
  return (
    <Card flush title={title}>
      <ul className={classes.findings}>
        {findings.map((finding) => (
          <li key={`${finding.code} ${finding.message}`} className={classes.finding}>
            {finding.code === "question" ? (
              <Tag tone="warn">Question</Tag>
            ) : (
              <Tag tone={tones[finding.level]}>{words[finding.level]}</Tag>
            )}
            <span>{sentenceOf(finding)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Place, what it is, and what to do; a question is answered on the page. */
function sentenceOf({ code, line, message, remedy }: Finding): string {
  const place = line ? `Line ${formatCount(line)}: ` : "";
  return code === "question" || !remedy ? place + message : `${place}${message} ${remedy}`;
}
