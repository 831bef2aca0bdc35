/** The page's text for each step of the check, from its metrics. */

import { formatDecimal, plural } from "@/lib/format/format";
import { own } from "@/lib/own";
import { buildName } from "@/lib/sumstats/build";
import { ratioDecimals } from "@/ui/chart/sen";
import { formatWhole } from "@/ui/chart/words";
import { isReason } from "./reasons";
import { type QcReport, type QcStep, rowsRead, type Verdict } from "./report";

/** The place of a step's evidence on the page. */
export type Evidence =
  | "waterfall"
  | "manhattan"
  | "qq"
  | "eaf"
  | "pz"
  | "histograms"
  | "columns"
  | "chromosomes"
  | "settings"
  | "sen";

type Metrics = QcStep["metrics"];

interface StepWords {
  evidence: Evidence;
  /** Its figure, short; undefined when this file gave it nothing to measure. */
  metric: (metrics: Metrics, report: QcReport) => string | undefined;
}

/** Measures in several places of the page, each with one format: that of the report's sentences. */
export const measures = {
  lambda: (value: unknown) => measure("λ", value, 3),
  lambda1000: (value: unknown) => measure("λ1000", value, 3),
  eafCorrelation: (value: unknown) => measure("r", value, 3),
  pzCorrelation: (value: unknown) => measure("r", value, 3),
  senRatio: (value: unknown) => measure("ratio", value, ratioDecimals),
} as const;

/** A measure after its sign; undefined when it was not measured. */
function measure(sign: string, value: unknown, decimals: number): string | undefined {
  return isNumber(value) ? `${sign} ${formatDecimal(value, decimals)}` : undefined;
}

const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);

/** A count between its words; undefined when the step has none. */
function count(metrics: Metrics, name: string, write: (count: number) => string): string | undefined {
  const value = own(metrics, name);
  return isNumber(value) ? write(value) : undefined;
}

/** A count of what was found among the rows that could be read; undefined when there were none to look at. */
const amongRead = (report: QcReport, write: () => string | undefined) => (rowsRead(report) > 0 ? write() : undefined);

/** Every step of the check by the name it has in the report. */
const steps: Record<string, StepWords> = {
  reading: { evidence: "waterfall", metric: (m) => count(m, "rows_in", (n) => plural(n, "row")) },
  columns: {
    evidence: "columns",
    metric: (m) => count(m, "mapped", (n) => `${n} mapped`),
  },
  build: {
    evidence: "settings",
    metric: (m, report) => amongRead(report, () => (m.declared ? buildName(String(m.declared)) : undefined)),
  },
  filters: {
    evidence: "waterfall",
    metric: (m, report) => amongRead(report, () => `${plural(leftOut(m), "row")} left out`),
  },
  duplicates: {
    evidence: "waterfall",
    metric: (m, report) => amongRead(report, () => count(m, "duplicates", (n) => `${plural(n, "row")} repeated`)),
  },
  alleles: { evidence: "waterfall", metric: (m) => matchedWords(m.share_matched) },
  frequency: { evidence: "eaf", metric: (m) => measures.eafCorrelation(m.r) },
  pz: { evidence: "pz", metric: (m) => measures.pzCorrelation(m.r) },
  inflation: { evidence: "qq", metric: (m) => measures.lambda(m.lambda_gc) },
  ld_score_regression: { evidence: "qq", metric: regressionWords },
  sample_size: {
    evidence: "settings",
    metric: (m) => count(m, "n_max", (n) => `largest N ${formatWhole(n)}`),
  },
  se_n: { evidence: "sen", metric: (m) => measures.senRatio(m.ratio) },
  completeness: { evidence: "chromosomes", metric: chromosomeWords },
  leads: {
    evidence: "manhattan",
    metric: (m, report) => (report.rows_clean > 0 ? count(m, "leads", (n) => plural(n, "locus", "loci")) : undefined),
  },
};

/**
 * The rows that filters excluded: the counts named after reasons, without those that were only
 * reported.
 */
function leftOut(metrics: Metrics): number {
  return Object.entries(metrics).reduce(
    (sum, [name, value]) => (isReason(name) && isNumber(value) ? sum + value : sum),
    0,
  );
}

/** The intercept, which decides the verdict, before the remaining inflation. */
function regressionWords({ intercept, intercept_se: se, h2 }: Metrics): string | undefined {
  if (!isNumber(intercept) || !isNumber(se)) return undefined;
  const heritability = isNumber(h2) ? ` · h² ${formatDecimal(h2, 3)}` : "";
  return `intercept ${formatDecimal(intercept, 3)} (SE ${formatDecimal(se, 3)})${heritability}`;
}

/** Three digits, as the sentences of the report write shares; never all before it is all. */
function matchedWords(share: unknown): string | undefined {
  if (!isNumber(share)) return undefined;
  const percent = Number((share * 100).toPrecision(3));
  return share < 1 && percent === 100 ? "> 99.9 % in the panel" : `${percent} % in the panel`;
}

function chromosomeWords(metrics: Metrics): string | undefined {
  const x = isNumber(metrics.chromosome_x) && metrics.chromosome_x > 0;
  return count(metrics, "autosomes", (n) => {
    if (n === 0 && x) return "chromosome X alone";
    return `${plural(n, "autosome")}${x ? " and X" : ""}`;
  });
}

export const evidenceOf = (step: QcStep): Evidence => own(steps, step.name)?.evidence ?? "waterfall";

/**
 * The verdict of a step: a step that measured nothing has not passed, whatever its report contains.
 */
export function outcomeOf(step: QcStep, report: QcReport): Verdict {
  const words = own(steps, step.name);
  const unmeasured = step.verdict === "pass" && words !== undefined && words.metric(step.metrics, report) === undefined;
  return unmeasured ? "not measured" : step.verdict;
}

export const spoken = { pass: "passed", warn: "warning", fail: "failed", "not measured": "not measured" } as const;

const withoutMetric = { ...spoken, warn: "see the warning" } as const;

export function metricWords(step: QcStep, report: QcReport): string {
  const outcome = outcomeOf(step, report);
  if (outcome === "not measured") return "not measured";
  return own(steps, step.name)?.metric(step.metrics, report) ?? withoutMetric[outcome];
}

/** "2 warnings", "1 failed step, 2 warnings, 3 steps not measured", "All steps passed" */
export function verdictWords(report: QcReport): string {
  const outcomes = report.steps.map((step) => outcomeOf(step, report));
  const many = (outcome: Verdict) => outcomes.filter((one) => one === outcome).length;
  const parts = [
    many("fail") && plural(many("fail"), "failed step"),
    many("warn") && plural(many("warn"), "warning"),
    !many("fail") && !many("warn") && many("pass") && many("not measured") && `${plural(many("pass"), "step")} passed`,
    many("not measured") && `${plural(many("not measured"), "step")} not measured`,
  ].filter((part) => typeof part === "string");
  return parts.join(", ") || (many("pass") > 0 ? "All steps passed" : "No step was measured");
}
