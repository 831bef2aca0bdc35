import type { ToolCheck, ToolRun } from "@/api/tools/tools";
import { formatCount, formatPart, plural } from "@/lib/format/format";
import { Notice } from "@/ui/state/Notice";
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
      <ReasonsCard title="Rows that would be excluded" reasons={account?.excluded} />
      <ReasonsCard title="Possible repairs" reasons={account?.repaired} />
      <FindingList title="Other findings" findings={told} />
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
      <Notice tone="fail" title={`${plural(problems, "problem")} to correct before you can use the file`}>
        See below for {problems === 1 ? "its" : "their"} correction. A plain table can be indexed without changes.
      </Notice>
    );
  }
  if (questions > 0) {
    return (
      <Notice tone="warn" title={`${plural(questions, "question")} to answer`}>
        Answer below, then convert or view the file. It has no other problems.
      </Notice>
    );
  }
  return (
    <Notice tone="info" title="No blocking problems">
      You can convert, view, index and register the file.
    </Notice>
  );
}
