import { own } from "@/lib/own";
/** How the pages of meta-analyses say things. */

import type { MetaAnalysis, MetaOptions, XCoding } from "@/api/hermes/meta";
import { formatCount, formatDate, formatDuration, formatShare, formatSince, plural } from "@/lib/format/format";
import { stageParts } from "@/lib/format/stage";
import { metaStatusWords, type StatusWord } from "@/lib/status";
import type { StudyCounts } from "./summary";

export const schemeWords: Record<MetaOptions["scheme"], string> = {
  ivw: "Fixed effect, inverse variance",
  random: "Random effects",
  samplesize: "Sample size (Z scores)",
  metaregression: "Meta-regression on ancestry",
};

export const tau2Words: Record<NonNullable<MetaOptions["tau2"]>, string> = {
  dl: "DerSimonian–Laird",
  reml: "REML",
};

export const intervalWords: Record<NonNullable<MetaOptions["ci"]>, string> = {
  normal: "Normal distribution",
  hk: "Hartung–Knapp",
};

export const xCodingWords: Record<XCoding, string> = { "0/1": "0/1", "0/2": "0/2", females: "females only" };

export const palindromicWords: Record<MetaOptions["palindromic"], string> = {
  frequency: "Align by frequency",
  keep: "Keep as stated",
  drop: "Leave all out",
};

/** The scheme, with the model of random effects. */
export function schemeName({ scheme, tau2 = "dl", ci = "normal" }: MetaOptions): string {
  if (scheme !== "random") return schemeWords[scheme];
  const model = ci === "normal" ? tau2Words[tau2] : `${tau2Words[tau2]}, ${intervalWords[ci]}`;
  return `${schemeWords.random} (${model})`;
}

export const xCodings: readonly XCoding[] = ["0/1", "0/2", "females"];

/** Every option of a run by the name it has in the form. */
export function optionFacts(options: MetaOptions): [string, string][] {
  const onOff = (value: boolean | undefined) => (value ? "on" : "off");
  const least = (value: number) => (value > 0 ? String(value) : "no limit");
  return [
    ["Scheme", schemeName(options)],
    ...axesFact(options),
    ["Genomic control of each study", onOff(options.genomic_control)],
    ["Genomic control of the result", onOff(options.output_genomic_control)],
    ["Minimum studies", String(options.min_studies)],
    ["Minimum MAF", least(options.maf)],
    ["Minimum INFO", least(options.info)],
    ["Palindromic variants", palindromicWords[options.palindromic]],
    ["Males on chromosome X", xCodingFact(options)],
    ["Warnings confirmed", confirmedWords(options)],
    ["Pairs that share people", overlapWords(options)],
  ];
}

/** What can be confirmed of a choice, in a few words each. */
const confirmationWords = {
  multi_ancestry: "several ancestries",
  mixed_sex: "several sex strata",
  same_cohort: "a cohort more than once",
  shared_people: "people in several files",
  few_shared: "few shared variants",
  inflated: "inflated or deflated statistics",
  doubtful_size: "errors that do not fit the sample size",
} satisfies Partial<Record<keyof MetaOptions, string>>;

export type Confirmation = keyof typeof confirmationWords;

export const confirmations = Object.keys(confirmationWords) as Confirmation[];

/** How many pairs, and how many of them as they were found. */
function overlapWords({ overlaps = [] }: MetaOptions): string {
  const found = overlaps.filter((pair) => pair.found).length;
  if (overlaps.length === 0) return "none stated";
  return found > 0 ? `${overlaps.length}, ${found} of them as found` : String(overlaps.length);
}

const confirmedWords = (options: MetaOptions): string =>
  confirmations.flatMap((one) => (options[one] ? [confirmationWords[one]] : [])).join(", ") || "none";

/** How many submissions have each coding. */
function xCodingFact({ x_coding = {} }: MetaOptions): string {
  const codings = Object.values(x_coding);
  const parts = xCodings.flatMap((one) => {
    const count = codings.filter((coding) => coding === one).length;
    return count > 0 ? [`${xCodingWords[one]} in ${plural(count, "submission")}`] : [];
  });
  return parts.join(", ") || "not stated";
}

function axesFact({ scheme, axes }: MetaOptions): [string, string][] {
  return scheme === "metaregression"
    ? [["Axes of genetic variation", axes ? String(axes) : "as many as are normal"]]
    : [];
}

/** The status in words; while it runs, how far it is. */
export function statusWord(meta: MetaAnalysis): StatusWord {
  const { job } = meta;
  const word = metaStatusWords[meta.status];
  if (meta.status !== "RUNNING" || !job || job.total <= 0) return word;
  return { tone: "info", word: `${stageParts(job.stage).word || "Running"} · ${formatShare(job.done / job.total)}` };
}

/** The state in one line: what was combined, how, by whom, and how long it took or has been running. */
export function stateSentence(meta: MetaAnalysis, now: number): string {
  const scheme = schemeName(meta.options);
  const within = scheme.charAt(0).toLowerCase() + scheme.slice(1); // the names of people keep their capitals
  return `${plural(meta.inputs.length, "submission")} · ${within} · ${progressWords(meta, now)}`;
}

function progressWords(meta: MetaAnalysis, now: number): string {
  const by = `started by ${meta.created_by} on ${formatDate(meta.created_at)}`;
  switch (meta.status) {
    case "SUBMITTED":
      return `${by}, waiting to start`;
    case "RUNNING":
      return `${by}, running for ${formatSince(meta.started_at ?? meta.created_at, now)}`;
    case "COMPLETED":
      return `${by}${tookWords(meta)} · reproducible from inputs.json`;
    case "FAILED":
      return `${by}, failed`;
    case "CANCELLED":
      return `${by}, cancelled`;
  }
}

function tookWords(meta: MetaAnalysis): string {
  if (!meta.started_at || !meta.finished_at) return "";
  const seconds = (Date.parse(meta.finished_at) - Date.parse(meta.started_at)) / 1000;
  return `, took ${formatDuration(seconds)}`;
}

/** The first three names, and how many more. */
export function inputWords(meta: MetaAnalysis): string {
  const names = meta.inputs.slice(0, 3).map((input) => input.dataset_name);
  const more = meta.inputs.length - names.length;
  return more > 0 ? `${names.join(", ")} and ${formatCount(more)} more` : names.join(", ");
}

const signs: Record<string, string> = { "+": "+", "-": "−", "0": "0" };

/** What each sign of a direction is of, a line for each study: "+ North Biobank". */
export function directionWords(direction: string, studies: readonly string[]): string {
  return studies.map((study, i) => `${own(signs, direction[i] ?? "") ?? "not in"} ${study}`).join("\n");
}

/** Why a study's row was not used, short enough for a table. */
const reasons: Record<string, string> = {
  unplaced: "no position",
  filtered: "left out by a filter",
  allele_invalid: "alleles missing or equal",
  allele_symbolic: "I/D without sequence",
  effect_missing: "no effect or SE",
  p_value_missing: "no P",
  n_missing: "no N",
  low_maf: "rare",
  low_info: "poorly imputed",
  x_coding: "on X, where males are coded differently",
  duplicate: "duplicate",
  palindromic: "A/T or C/G, strand not known",
  allele_mismatch: "other alleles than the rest",
  no_spread: "with the same effect in all studies",
  axes_unclear: "in studies too alike in ancestry",
  few_studies: "in too few studies",
  output_maf: "rare in the result",
  output_n: "in too few people",
};

/** Reasons why rows were not used, most frequent first. */
export const droppedReasons = (study: StudyCounts): [string, number][] =>
  Object.entries(study.dropped_by_reason)
    .filter(([, count]) => count > 0)
    .sort((a, b) => b[1] - a[1]);

/** "North HF contributed no variant and is not counted: 1,204 rows in too few studies." */
export function notContributing(study: StudyCounts): string {
  const reasons = droppedReasons(study).map(([reason, count]) => `${plural(count, "row")} ${reasonWords(reason)}`);
  const what =
    study.rows_used === 0
      ? "no variant"
      : `${plural(study.rows_used, "variant")}, less than 1 % of those of the largest study,`;
  const why = reasons.length > 0 ? reasons.join(", ") : `it has no ${study.rows_used === 0 ? "" : "other "}rows`;
  return `${study.name} contributed ${what} and is not counted: ${why}.`;
}

export const reasonWords = (reason: string): string => own(reasons, reason) ?? reason.replaceAll("_", " ");

type InputChange = MetaAnalysis["input_changes"][number];

/** What has changed of one input, without its name. */
export const changedWords = ({ dataset_name, sentence }: InputChange): string =>
  sentence.slice(dataset_name.length + ": ".length);

/** For a cell: whose input has changed. */
export const changedNames = ({ input_changes }: MetaAnalysis): string =>
  input_changes.length === 0
    ? ""
    : `Input changed since: ${input_changes.map(({ dataset_name }) => dataset_name).join(", ")}`;
