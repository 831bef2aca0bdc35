import type { ToolCheck, ToolRun } from "@/api/tools";
import { formatCount, formatPart, plural } from "@/lib/format";
import { Notice } from "@/ui/Notice";
import { Tile, TileRow } from "@/ui/Tiles";
import { FilesCard } from "./FilesCard";
import { type Finding, FindingList } from "./FindingList";
import { ReasonsCard } from "./ReasonsCard";

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
      <FindingList title="What else was found" findings={told} />
      <FilesCard run={run} />
    </>
  );
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
