/** How the QC page says things. */
import type { HermesPhenotype, HermesUpload, PortalConfig } from "@/api/hermes";
import { formatCount, formatDate, formatDateTime, formatSince } from "@/lib/format";
import { formatWhole } from "@/ui/chart/words";
import type { QcRun } from "./queries";
import type { QcReport, QcStep } from "./report";

/** "hg19" → "GRCh37 (hg19)" */
export function buildName(build: string): string {
  const names: Record<string, string> = { hg19: "GRCh37", grch37: "GRCh37", hg38: "GRCh38", grch38: "GRCh38", ncbi36: "NCBI36" };
  return names[build.toLowerCase()] ?? build;
}

/** A phenotype in words; one that no new data set may have says so. */
export function phenotypeWords(list: readonly HermesPhenotype[] | undefined, code: string): string {
  const known = list?.find(({ name }) => name === code);
  if (!known) return code;
  return known.retired_at ? `${known.description} (retired)` : known.description;
}

export function labelOf(choices: PortalConfig["ancestries"] | undefined, value: string): string {
  return choices?.find((choice) => choice.value === value)?.label ?? value;
}

/** The state of a data set in words: what it is, whose turn it is, and since when. */
export function stateSentence(upload: HermesUpload, now: number): string {
  const since = formatSince(upload.waiting_since, now);
  const { review } = upload;
  const decided = review ? `by ${review.by} on ${formatDate(review.at)}` : "";
  switch (upload.status) {
    case "SUBMITTED TO QC":
      return upload.run?.job?.state === "running" ? "QC is running" : "QC waits for its turn";
    case "FAILED TO SUBMIT TO QC":
      return "QC could not be started";
    case "FAILED QC":
      return `Failed QC; waiting for the uploader for ${since}`;
    case "READY FOR REVIEW":
      return `Passed QC; waiting for a reviewer for ${since}`;
    case "REVIEW APPROVED":
      return `Accepted ${decided}`.trim();
    case "REVIEW REJECTED":
      return `Rejected ${decided}; waiting for the uploader`.trim();
    case "SUBMITTED TO LIFTOVER":
      return "Liftover is running";
    case "LIFTOVER COMPLETE":
      return "Lifted over";
    case "LIFTOVER FAILED":
      return "Liftover failed";
  }
}

/** "32,110 cases, 380,400 controls", or the number of people. */
export function sizeWords(upload: HermesUpload): string {
  if (upload.cases == null) return `${formatCount(upload.n_total)} people`;
  return `${formatCount(upload.cases)} cases, ${formatCount(upload.controls)} controls`;
}

export function runWords(run: QcRun, runs: number): string {
  return `run ${run.number} of ${Math.max(runs, run.number)}, ${formatDateTime(run.created_at)}`;
}

/** Why rows were not lifted over, short enough for a sum. */
const unlifted: Record<string, string> = {
  liftover_unmapped: "not on the new build",
  liftover_span_split: "cut by a gap of the new build",
  liftover_ambiguous: "at several places of the new build",
  chr_mismatch: "on another chromosome of the new build",
  liftover_alt_contig: "on a contig of the new build",
  liftover_indel_reversed: "insertions or deletions on a reversed piece",
};

/** Why rows were left out, in few words. */
export function reasonWords(reason: string): string {
  return unlifted[reason] ?? reason.replaceAll("_", " ");
}

/** Where the evidence of a step stands on the page. */
export type Evidence = "waterfall" | "manhattan" | "qq" | "eaf" | "pz" | "columns" | "chromosomes" | "settings" | "sen";

interface StepWords {
  title: string;
  evidence: Evidence;
  /** Its figure, short; undefined when the metrics lack it. */
  metric: (metrics: QcStep["metrics"]) => string | undefined;
}

/** A count between its words; undefined when the run has none. */
function count(metrics: QcStep["metrics"], name: string, write: (number: string) => string): string | undefined {
  const value = metrics[name];
  return typeof value === "number" ? write(formatWhole(value)) : undefined;
}

/** A measure after its sign, with a fixed number of decimals so that runs can be compared. */
function measure(metrics: QcStep["metrics"], name: string, sign: string, decimals: number): string | undefined {
  const value = metrics[name];
  return typeof value === "number" ? `${sign} ${value.toFixed(decimals)}` : undefined;
}

/** Every step of the check by the name it has in the report. */
const steps: Record<string, StepWords> = {
  reading: { title: "Reading", evidence: "waterfall", metric: (m) => count(m, "rows_in", (n) => `${n} rows`) },
  columns: { title: "Columns", evidence: "columns", metric: (m) => count(m, "mapped", (n) => `${n} mapped`) },
  build: {
    title: "Build",
    evidence: "settings",
    metric: (m) => (m.declared ? buildName(String(m.declared)) : undefined),
  },
  filters: { title: "Filters", evidence: "waterfall", metric: (m) => `${formatWhole(leftOut(m))} left out` },
  duplicates: {
    title: "Duplicates",
    evidence: "waterfall",
    metric: (m) => count(m, "duplicates", (n) => `${n} repeated`),
  },
  alleles: { title: "Alleles", evidence: "waterfall", metric: (m) => matchedWords(m.share_matched) },
  frequency: { title: "Frequency", evidence: "eaf", metric: (m) => measure(m, "r", "r", 3) },
  pz: { title: "P–Z", evidence: "pz", metric: (m) => measure(m, "r", "r", 4) },
  inflation: { title: "Inflation", evidence: "qq", metric: (m) => measure(m, "lambda_gc", "λ", 3) },
  sample_size: {
    title: "Sample size",
    evidence: "settings",
    metric: (m) => count(m, "n_max", (n) => `largest N ${n}`),
  },
  se_n: { title: "SE–N", evidence: "sen", metric: (m) => measure(m, "ratio", "ratio", 2) },
  completeness: {
    title: "Completeness",
    evidence: "chromosomes",
    metric: (m) => count(m, "autosomes", (n) => `${n} autosomes${m.chromosome_x ? " and X" : ""}`),
  },
  leads: { title: "Lead variants", evidence: "manhattan", metric: (m) => count(m, "leads", (n) => `${n} loci`) },
};

function leftOut(metrics: QcStep["metrics"]): number {
  return Object.entries(metrics).reduce(
    (sum, [name, value]) => (typeof value === "number" && !name.startsWith("warn_") ? sum + value : sum),
    0,
  );
}

function matchedWords(share: unknown): string | undefined {
  return typeof share === "number" ? `${(share * 100).toFixed(1)} % in the panel` : undefined;
}

export const evidenceOf = (step: QcStep): Evidence => steps[step.name]?.evidence ?? "waterfall";

/** A step that this page does not know keeps its own name. */
export function stepTitle(step: QcStep): string {
  return steps[step.name]?.title ?? step.name.replaceAll("_", " ");
}

const plainVerdict = { pass: "passed", warn: "see the warning", fail: "failed" } as const;

export function metricWords(step: QcStep): string {
  if (step.skipped) return "not possible";
  return steps[step.name]?.metric(step.metrics) ?? plainVerdict[step.verdict];
}

/** "2 warnings", "1 failed step, 2 warnings", "all steps passed" */
export function verdictWords(report: QcReport): string {
  const failed = report.steps.filter((step) => step.verdict === "fail").length;
  const warned = report.steps.filter((step) => step.verdict === "warn" && !step.skipped).length;
  const parts: string[] = [];
  if (failed) parts.push(`${failed} failed ${failed === 1 ? "step" : "steps"}`);
  if (warned) parts.push(`${warned} ${warned === 1 ? "warning" : "warnings"}`);
  return parts.join(", ") || "All steps passed";
}
