/** The comparison of two files in words. */
import type { HermesNeighbours } from "@/api/hermes/peers";
import { formatCount, formatDecimal, formatPart } from "@/lib/format/format";
import type { QcReport } from "./report";

export type Neighbour = HermesNeighbours["items"][number];

/** Thresholds of the run, with those of the program for a run that kept none. */
export interface Limits {
  readonly r: number;
  readonly apart: number;
}

export function limitsOf({ thresholds = [] }: QcReport): Limits {
  const value = (key: string, otherwise: number) => thresholds.find((one) => one.key === key)?.value ?? otherwise;
  return { r: value("peer_frequency_r", 0.95), apart: value("peer_frequency_apart", 0.01) };
}

/** The notable results of the comparison with a file. */
export function remarksOn({ together }: Neighbour, limits: Limits): string[] {
  if (!together) return [];
  const words: string[] = [];
  const { frequency_r: r, frequency_share_apart: apart, shared_people: people } = together;
  const { genetic_correlation: genetic, genetic_correlation_se: error } = together;
  if (r != null && r < 0) words.push("Frequencies are those of the other allele.");
  else if (r != null && r < limits.r) words.push(`Frequencies correlate only weakly, below ${limits.r}.`);
  if (apart != null && apart > limits.apart)
    words.push(`${formatPart(apart, 1)} of frequencies differ by more than 0.2.`);
  if (genetic != null && error != null && genetic + 2 * error < 0) words.push("Effects have the opposite sign.");
  if (people != null) words.push(`Consistent with about ${formatCount(Math.round(people))} people in both files.`);
  return words;
}

/** What was not compared, and why. */
export function gapsIn({ together }: Neighbour): string[] {
  if (!together) return ["Not compared."];
  const words: string[] = [];
  if (together.frequencies < 30) words.push("Too few common variants to compare frequencies.");
  if (together.lacks) words.push(lacking[together.lacks]);
  return words;
}

const lacking = {
  scores: "No common LD scores, so genetic correlation was not estimated.",
  variants: "Too few variants with an LD score to estimate genetic correlation.",
  ld_scores: "The LD scores of their variants do not vary, so genetic correlation was not estimated.",
} as const;

/** The figures of the comparison, each with its name. */
export function measuresOf({ together }: Neighbour): string[] {
  if (!together) return [];
  const { frequency_r: r, genetic_correlation: genetic, intercept } = together;
  return [
    r != null && `Frequencies: r ${formatDecimal(r, 3)}`,
    genetic != null && `Genetic correlation ${withError(genetic, together.genetic_correlation_se)}`,
    intercept != null && `Intercept ${withError(intercept, together.intercept_se)}`,
  ].filter((words) => typeof words === "string");
}

const withError = (value: number | null | undefined, error: number | null | undefined): string =>
  value == null ? "–" : `${formatDecimal(value, 2)} (${formatDecimal(error, 2)})`;
