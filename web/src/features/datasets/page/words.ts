import type { Dataset, DatasetCheck, DatasetCheckStatus, DatasetFile } from "@/api/datasets/datasets";
import { formatCount, plural } from "@/lib/format/format";
import type { StatusWord } from "@/lib/status";
import { checkWord } from "../words";

/** Whether the check came to a verdict. Without `rows_in` it did not get past the first rows, and there are no figures. */
export function isJudged(check: DatasetCheck | undefined): check is DatasetCheck {
  return check !== undefined && ["passed", "warned", "failed"].includes(check.status);
}

/**
 * Whether there is a table to deposit, and details about it: not for a file that failed its check.
 */
export function isDepositable(check: DatasetCheck | undefined): boolean {
  return isJudged(check) && check.status !== "failed";
}

export function isAtWork(check: DatasetCheck | undefined): boolean {
  return check?.status === "queued" || check?.status === "running";
}

/** Sorted from most to least in need of action. */
const urgency: DatasetCheckStatus[] = [
  "questions",
  "failed",
  "broken",
  "running",
  "queued",
  "warned",
  "cancelled",
  "passed",
];

/** One word for the checks of all data files; undefined while no file was checked. */
export function checkSummary({ phenotypes }: Pick<Dataset, "phenotypes">): StatusWord | undefined {
  const all = phenotypes.flatMap(({ file }) => (file?.check && file.check.status !== "foreign" ? [file.check] : []));
  const most = urgency.find((status) => all.some((check) => check.status === status));
  if (!most) return undefined;
  const those = all.filter((check) => check.status === most);
  if (all.length === 1 && those[0]) return checkWord(those[0]);
  const { tone, word } = checkWord({ status: most });
  if (most === "passed" && those.length === all.length)
    return { tone, word: `All ${formatCount(all.length)} files passed` };
  return { tone, word: `${word}: ${formatCount(those.length)} of ${plural(all.length, "file")}` };
}

interface Sizes {
  dichotomous: boolean;
  sample_size: number;
  cases?: number;
  controls?: number;
}

/** "1,204 cases, 23,000 controls" or "24,204 people". */
export function sizeWords({ dichotomous, sample_size, cases, controls }: Sizes): string {
  if (dichotomous && cases !== undefined && controls !== undefined) {
    return `${plural(cases, "case")}, ${plural(controls, "control")}`;
  }
  return plural(sample_size, "person", "people");
}

/** Current files: those of phenotypes, each followed by those of its credible sets. */
export function currentFiles({ phenotypes }: Pick<Dataset, "phenotypes">): DatasetFile[] {
  return phenotypes.flatMap(({ file, credible_sets }) => [
    ...(file ? [file] : []),
    ...credible_sets.flatMap((set) => (set.file ? [set.file] : [])),
  ]);
}

/** What a file is about: its phenotype, and the credible set when it is one. */
export function subjectOf({ phenotype, name }: Pick<DatasetFile, "phenotype" | "name">): string {
  return name ? `${phenotype}, credible set ${name}` : phenotype;
}

/** The text as an address to link to; undefined for anything but http and https. */
export function webAddress(text: string | undefined): string | undefined {
  const url = text && URL.canParse(text) ? new URL(text) : undefined;
  return url && (url.protocol === "https:" || url.protocol === "http:") ? url.href : undefined;
}

/** The advice if another user has changed the data set. */
export const lookAgain = "Check the current version and save again.";

/** In place of a figure that a check did not draw. */
export const noFigure = "The check has no such figure.";
