import { memo } from "react";
import type { FreezeCell } from "@/api/hermes/freezes";
import { formatBytes, formatDuration } from "@/lib/format/format";
import { formatPeople } from "@/lib/format/people";
import classes from "../freeze.module.css";
import { studyWords } from "../words";

interface Props {
  cell: FreezeCell;
  /** The cell in words: "Heart failure, European". */
  label: string;
  /** Deselected just now; the plan follows. */
  skipped: boolean;
  onSkip: (cell: FreezeCell, skip: boolean) => void;
}

/** What one cell would hold: its cost, or what it lacks in its place. */
export const PlanCell = memo(function PlanCell({ cell, label, skipped, onSkip }: Props) {
  const short = cell.status === "short";
  const blocked = cell.status === "blocked" && !skipped;
  const lack = cell.lacks[0];
  return (
    <div className={classes.cell} title={cell.lacks.map(({ sentence }) => sentence).join("\n") || undefined}>
      <label className={classes.planHead}>
        <input
          type="checkbox"
          aria-label={label}
          checked={!short && !blocked && !skipped}
          disabled={short || blocked}
          onChange={(event) => onSkip(cell, !event.currentTarget.checked)}
        />
        <span className={short ? undefined : classes.cellState}>{studyWords(cell.studies.length)}</span>
        <span className={classes.planPeople}>{formatPeople(cell.participants)}</span>
      </label>
      {skipped ? (
        <div className={classes.cellLine}>deselected</div>
      ) : lack ? (
        <div className={lackClass(cell)}>
          {cell.status === "blocked" && "× "}
          {cell.status === "warned" && "! "}
          {lack.title}
        </div>
      ) : (
        <div className={classes.cellLine}>{cell.compared ? costWords(cell) : "comparing"}</div>
      )}
    </div>
  );
});

function lackClass({ status }: FreezeCell): string | undefined {
  if (status === "blocked") return classes.lackFail;
  return status === "warned" ? classes.lackWarn : classes.cellLine;
}

function costWords({ seconds, bytes }: FreezeCell): string {
  if (seconds === undefined || bytes === undefined) return "–";
  return `${formatDuration(seconds)} · ${formatBytes(bytes)}`;
}
