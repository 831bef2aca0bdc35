import type { ToolCheck, ToolRun } from "@/api/tools";
import { formatCount, formatPart, plural } from "@/lib/format";
import { Card } from "@/ui/Card";
import { Notice } from "@/ui/Notice";
import { Tag } from "@/ui/Tag";
import { Tile, TileRow } from "@/ui/Tiles";
import { FilesCard } from "./FilesCard";
import { ReasonsCard } from "./ReasonsCard";
import classes from "./tools.module.css";

type Finding = ToolCheck["findings"][number];

const tones = { info: "info", warn: "warn", block: "fail" } as const;
const words = { info: "Note", warn: "Warning", block: "Problem" } as const;

/** What a check found: in numbers, in words, and what to do. */
export function CheckResult({ run, check }: { run: ToolRun; check: ToolCheck }) {
  const { account, findings } = check;
  const counted = new Set([...(account?.excluded ?? []), ...(account?.repaired ?? [])].map(({ reason }) => reason));
  const told = findings.filter(({ code, level }) => level === "block" || !counted.has(code));
  return (
    <>
      <Verdict findings={findings} />
      {account && (
        <TileRow>
          <Tile label="Rows" value={formatCount(account.rows_in)} hint="in the file" />
          <Tile
            label="Usable"
            value={formatCount(account.rows_out)}
            hint={`${formatPart(account.rows_out, account.rows_in)} of the rows`}
          />
          <Tile
            label="Left out"
            value={formatCount(account.rows_in - account.rows_out)}
            hint={plural(account.excluded?.length ?? 0, "reason")}
          />
        </TileRow>
      )}
      <ReasonsCard title="What would be left out, and why" reasons={account?.excluded} />
      <ReasonsCard title="What would be repaired" reasons={account?.repaired} />
      {told.length > 0 && (
        <Card flush title="What else was found">
          <ul className={classes.findings}>
            {told.map((finding) => (
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
      )}
      <FilesCard run={run} />
    </>
  );
}

/** Place, what it is, and what to do; a question is answered on the page. */
function sentenceOf({ code, line, message, remedy }: Finding): string {
  const place = line ? `Line ${formatCount(line)}: ` : "";
  return code === "question" || !remedy ? place + message : `${place}${message} ${remedy}`;
}

function Verdict({ findings }: { findings: Finding[] }) {
  const blocks = findings.filter(({ level }) => level === "block");
  const questions = blocks.filter(({ code }) => code === "question").length;
  const problems = blocks.length - questions;
  if (problems > 0) {
    return (
      <Notice tone="fail" title={`${plural(problems, "problem")} to mend before the file can be used`}>
        {problems === 1 ? "It is" : "Each is"} told below with what to do. A plain table can be indexed as it is.
      </Notice>
    );
  }
  if (questions > 0) {
    return (
      <Notice tone="warn" title={`${plural(questions, "question")} to answer`}>
        Answer below, then convert the file or look at it. Nothing is wrong with it otherwise.
      </Notice>
    );
  }
  return (
    <Notice tone="info" title="Nothing stands in the way">
      The file can be converted, looked at, indexed and registered.
    </Notice>
  );
}
