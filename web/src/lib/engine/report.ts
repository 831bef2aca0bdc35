/** What steps came to. */
import type { Failure } from "./cell";
import { type Chunk, cellAt } from "./chunk";
import { type Made, mostFirst } from "./made";
import type { PlannedStep } from "./plan";
import type { Sample, StepReport } from "./questions";
import type { Turn } from "./turn";

const sampled = 5;

/** The account of the steps over the first groups. */
export async function reportOf(turn: Turn, groups: number): Promise<StepReport[]> {
  const reports: StepReport[] = [];
  for (const step of turn.plan.steps) reports.push(await reportOfStep(turn, step, groups));
  return reports;
}

async function reportOfStep(turn: Turn, step: PlannedStep, groups: number): Promise<StepReport> {
  const none: Sample = { columns: [], rows: [] };
  const report: StepReport = { id: step.step.id, rows: 0, missing: 0, failed: 0, first: [], before: none, after: none };
  if (step.fault !== undefined) return { ...report, fault: step.fault };
  for (const [at, { start, rows }] of turn.groups.slice(0, groups).entries()) {
    const made = await turn.store.step(step, at, turn.signal);
    turn.check();
    report.rows += rows;
    report.missing += made.missing;
    report.failed += made.failed;
    report.first.push(...failuresOf(step, made, start).slice(0, mostFirst - report.first.length));
    if (at === 0) Object.assign(report, await samplesOf(turn, step, made));
    await turn.breathe();
  }
  return report;
}

const failuresOf = ({ ids }: PlannedStep, { first }: Made, start: number): Failure[] =>
  first.map(({ row, input, value, reason }) => ({ row: start + row, column: ids[input] ?? "", value, reason }));

/** The first rows; the last of them makes way for one that failed. */
async function samplesOf(turn: Turn, step: PlannedStep, made: Made): Promise<{ before: Sample; after: Sample }> {
  const inputs = await turn.store.columns(step.inputs, 0, turn.signal);
  const rows = Array.from({ length: Math.min(sampled, turn.groups[0]?.rows ?? 0) }, (_, row) => row);
  const failed = made.first[0]?.row;
  if (failed !== undefined && !rows.includes(failed)) rows[rows.length - 1] = failed;
  const sample = (columns: readonly string[], chunks: readonly Chunk[]): Sample => ({
    columns: [...columns],
    rows: rows.map((row) => ({ row, cells: chunks.map((chunk) => cellAt(chunk, row)) })),
  });
  return {
    before: sample(step.ids, inputs),
    after: sample(
      step.outputs.map(({ id }) => id),
      made.outputs,
    ),
  };
}
