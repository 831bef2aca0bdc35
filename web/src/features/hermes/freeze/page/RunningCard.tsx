import { Progress } from "@mantine/core";
import type { FreezeCell, FreezePlan, FreezeResult } from "@/api/hermes/freezes";
import { formatDuration, plural } from "@/lib/format/format";
import { stageParts } from "@/lib/format/stage";
import { Card } from "@/ui/Card";
import classes from "../freeze.module.css";
import { type AncestryName, useAncestryName } from "../matrix";
import { progressShare, resultWords, sexName } from "../words";

interface Work {
  cell: FreezeCell;
  result: FreezeResult;
}

/** The results of all cells that are at work, then those that wait. */
function workOf({ cells }: FreezePlan): { running: Work[]; queued: Work[] } {
  const work = cells.flatMap((cell) => cell.results.map((result) => ({ cell, result })));
  const of = (state: FreezeResult["state"]) => work.filter(({ result }) => result.state === state);
  return { running: of("running"), queued: of("queued") };
}

/** The running computations; nothing without any. */
export function RunningCard({ plan }: { plan: FreezePlan }) {
  const ancestryName = useAncestryName();
  const { running, queued } = workOf(plan);
  if (running.length + queued.length === 0) return null;
  const shown = running.length > 0 ? running : queued.slice(0, 1);
  const waiting = running.length > 0 ? queued.length : queued.length - shown.length;
  return (
    <Card title="Running" aside={plural(running.length + queued.length, "result left", "results left")} flush>
      <ul className={classes.work}>
        {shown.map((one) => (
          <Line
            key={one.result.meta_id ?? nameOf(one, plan, ancestryName)}
            work={one}
            name={nameOf(one, plan, ancestryName)}
          />
        ))}
        {waiting > 0 && (
          <li className={`${classes.line} ${classes.cellLine}`}>{plural(waiting, "more result")} waiting</li>
        )}
      </ul>
      <p className={classes.cardNote}>You can close this page. Results continue after a restart.</p>
    </Card>
  );
}

function nameOf({ cell, result }: Work, plan: FreezePlan, ancestryName: AncestryName): string {
  const phenotype = plan.phenotypes.find(({ code }) => code === cell.phenotype)?.description ?? cell.phenotype;
  const sex = cell.sex === "both" ? [] : [sexName(cell.sex).toLowerCase()];
  return [phenotype, ancestryName(cell.ancestry), ...sex, resultWords[result.name].toLowerCase()].join(", ");
}

function Line({ work: { result }, name }: { work: Work; name: string }) {
  const share = progressShare(result);
  const { progress } = result;
  const facts = [
    result.state === "queued" ? "Waiting" : stageParts(progress?.stage ?? "").word || "Starting",
    stageParts(progress?.stage ?? "").amount,
    progress?.eta_seconds != null && `${formatDuration(progress.eta_seconds)} left`,
  ];
  return (
    <li className={classes.workLine}>
      <div className={classes.workHead}>
        <strong>{name}</strong>
        <span>{share}</span>
      </div>
      <Progress
        size="sm"
        value={progress && progress.total > 0 ? (100 * progress.done) / progress.total : 0}
        aria-label={`${name}: ${share ?? "waiting"}`}
      />
      <div className={classes.cellLine}>{facts.filter(Boolean).join(" · ")}</div>
    </li>
  );
}
