/** How the pages of freezes say things. */
import type { FreezeCell, FreezeResult, FreezeRow, FreezeState } from "@/api/hermes/freezes";
import { formatDate, formatShare, plural } from "@/lib/format/format";
import { own } from "@/lib/own";
import type { StatusWord, Tone } from "@/lib/status";

export const freezeStateWords: Record<FreezeState, StatusWord> = {
  draft: { tone: "neutral", word: "Draft" },
  running: { tone: "info", word: "Running" },
  finished: { tone: "pass", word: "Finished" },
  published: { tone: "pass", word: "Published" },
};

export const sexWords: Readonly<Record<string, string>> = { both: "Both sexes", female: "Female", male: "Male" };

export const sexName = (sex: string): string => own(sexWords, sex) ?? sex;

/** The ancestries of HERMES by name, for public pages: their readers cannot ask the area. */
const ancestryWords: Readonly<Record<string, string>> = {
  AF: "African",
  AA: "African American",
  SSAF: "Sub-Saharan African",
  EA: "East Asian",
  EU: "European",
  HS: "Hispanic",
  NAM: "Indigenous American",
  SA: "South Asian",
  Mixed: "Mixed",
  GME: "Greater Middle Eastern",
  all: "All ancestries",
};

export const publicAncestry = (code: string): string => own(ancestryWords, code) ?? code;

/** The results of a cell, as short as a switch needs. */
export const resultWords: Record<FreezeResult["name"], string> = {
  ivw: "Fixed effect",
  samplesize: "Sample size",
  random: "Random effects",
  metaregression: "Meta-regression",
  "sex-difference": "Sex difference",
};

export type Verdict = FreezeCell["verdict"];

interface VerdictWord extends StatusWord {
  tone: Tone;
  /** Beside the colour. */
  sign: string;
}

export const verdictWords: Record<Verdict, VerdictWord> = {
  passed: { tone: "pass", sign: "✓", word: "passed" },
  warning: { tone: "warn", sign: "!", word: "warning" },
  failed: { tone: "fail", sign: "×", word: "failed" },
  outdated: { tone: "info", sign: "↻", word: "outdated" },
  running: { tone: "info", sign: "…", word: "running" },
  planned: { tone: "neutral", sign: "–", word: "not started" },
  blocked: { tone: "fail", sign: "×", word: "blocked" },
  not_made: { tone: "neutral", sign: "–", word: "not made" },
};

/** Verdicts that need a look before a freeze is published. */
const doubtful: readonly Verdict[] = ["failed", "warning", "outdated", "blocked"];

export const needsReview = ({ verdict }: Pick<FreezeCell, "verdict">): boolean => doubtful.includes(verdict);

/** "15 Oct 2026" of "2026-10-15". */
export const dayWords = (day: string): string => formatDate(`${day}T00:00:00Z`);

/** "48 of 50, 2 failed", of the results that were started. */
export function doneWords({
  results,
  results_done,
  results_failed,
}: Pick<FreezeRow, "results" | "results_done" | "results_failed">): string {
  if (results === 0) return "–";
  return `${results_done} of ${results}${results_failed > 0 ? `, ${results_failed} failed` : ""}`;
}

/** The share of a result that is computed; undefined while it is not known. */
export function progressShare({ progress }: FreezeResult): string | undefined {
  return progress && progress.total > 0 ? formatShare(progress.done / progress.total) : undefined;
}

export const studyWords = (count: number): string => plural(count, "study", "studies");
export const lociWords = (count: number): string => (count === 1 ? "locus" : "loci");
