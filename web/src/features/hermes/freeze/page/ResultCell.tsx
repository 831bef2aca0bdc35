import { Progress } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { memo } from "react";
import type { FreezeCell, FreezeResult } from "@/api/hermes/freezes";
import { formatCount, formatDecimal, formatDuration } from "@/lib/format/format";
import { formatPeople } from "@/lib/format/people";
import classes from "../freeze.module.css";
import { Mark } from "../Mark";
import { shownResult } from "../matrix";
import { lociWords, progressShare, studyWords } from "../words";

interface Props {
  cell: FreezeCell;
  scheme: string | undefined;
  /** The cell in words: "Heart failure, European". */
  label: string;
}

/** What one cell has: its result, its progress, or why it is not made. */
export const ResultCell = memo(function ResultCell({ cell, scheme, label }: Props) {
  const result = shownResult(cell, scheme);
  if (cell.verdict === "blocked") return <Lacking cell={cell} words="Blocked" />;
  if (!result || cell.verdict === "not_made") return <Lacking cell={cell} words="not made" />;
  if (result.state === "running" || result.state === "queued") return <AtWork result={result} cell={cell} />;
  if (result.state === "done") return <Done result={result} cell={cell} label={label} />;
  return (
    <div className={classes.cell}>
      <div className={classes.cellHead}>
        <Named result={result} label={label}>
          {notDone[result.state]}
        </Named>
        <Mark verdict={cell.verdict} />
      </div>
      <div className={classes.cellLine}>
        {studyWords(cell.studies.length)} · {formatPeople(cell.participants)}
      </div>
      {result.notes[0] && <div className={classes.cellNote}>{result.notes[0]}</div>}
    </div>
  );
});

const notDone = { planned: "Not started", failed: "Failed", cancelled: "Cancelled" } as const;

function Named({ result, label, children }: { result: FreezeResult; label: string; children: string }) {
  if (!result.meta_id) return <span>{children}</span>;
  return (
    <Link
      to="/hermes/ma/$id"
      params={{ id: result.meta_id }}
      aria-label={`${label}: ${children}`}
      className={classes.cellLink}
    >
      {children}
    </Link>
  );
}

function Done({ result, cell, label }: { result: FreezeResult; cell: FreezeCell; label: string }) {
  const { n_loci = 0, n_studies = cell.studies.length, participants = cell.participants } = result;
  const why = result.outdated[0] ?? result.notes[0];
  return (
    <div className={classes.cell} title={[...result.outdated, ...result.notes].join("\n") || undefined}>
      <div className={classes.cellHead}>
        {result.meta_id ? (
          <Link
            to="/hermes/ma/$id"
            params={{ id: result.meta_id }}
            className={classes.cellLink}
            aria-label={`${label}: ${formatCount(n_loci)} ${lociWords(n_loci)}`}
          >
            <strong>{formatCount(n_loci)}</strong> {lociWords(n_loci)}
          </Link>
        ) : (
          <span>
            <strong>{formatCount(n_loci)}</strong> {lociWords(n_loci)}
          </span>
        )}
        <Mark verdict={cell.verdict} />
      </div>
      <div className={classes.cellLine}>
        {studyWords(n_studies)} · {formatPeople(participants)}
      </div>
      <div className={classes.cellLine}>λ {formatDecimal(result.lambda_gc)}</div>
      {why && cell.verdict !== "passed" && <div className={classes.cellNote}>{why}</div>}
    </div>
  );
}

function AtWork({ result, cell }: { result: FreezeResult; cell: FreezeCell }) {
  const share = progressShare(result);
  const { progress } = result;
  const queued = result.state === "queued";
  return (
    <div className={classes.cell}>
      <div className={classes.cellHead}>
        <span className={classes.cellState}>{queued ? "Waiting" : "Running"}</span>
        {share && <span className={classes.cellLine}>{share}</span>}
      </div>
      {!queued && progress && progress.total > 0 && (
        <Progress size="sm" value={(100 * progress.done) / progress.total} aria-label={`Running: ${share}`} />
      )}
      <div className={classes.cellLine}>
        {!queued && progress?.eta_seconds != null
          ? `${formatDuration(progress.eta_seconds)} left`
          : `${studyWords(cell.studies.length)} · ${formatPeople(cell.participants)}`}
      </div>
    </div>
  );
}

/** Why a cell is not made. */
function Lacking({ cell, words }: { cell: FreezeCell; words: string }) {
  const lack = cell.lacks[0];
  const title = cell.status === "skipped" ? "Deselected" : lack?.title;
  return (
    <div className={classes.cell} title={lack?.sentence}>
      <div className={classes.cellLine}>
        {studyWords(cell.studies.length)} · {formatPeople(cell.participants)}
      </div>
      <div className={classes.cellLine}>{title ?? words}</div>
    </div>
  );
}
