/** The judgement of a locus in words. */

import { formatCount, formatDecimal, plural } from "@/lib/format/format";
import type { StatusWord, Tone } from "@/lib/status";
import type { LociReport, LocusReport, LocusSettings } from "./types";

export type Verdict = LocusReport["verdict"];

export const verdictWords: Record<Verdict, StatusWord> = {
  believe: { tone: "pass", word: "Believe it" },
  doubt: { tone: "warn", word: "Do not believe" },
  not_judged: { tone: "neutral", word: "Not judged" },
};

/** What a verdict means for a report of the locus. */
export const consequence: Record<Verdict, string> = {
  believe: "z-scores, sample sizes and LD agree. You can report its credible sets.",
  doubt: "Do not report the credible sets of this locus yet.",
  not_judged: "There is no evidence for or against this locus. Do not take its credible sets for checked.",
};

/** One line of evidence: what was checked, its measure, and how good that is. */
export interface Check {
  name: string;
  tone: Tone;
  measure: string;
  detail: string;
}

const names = (of: readonly { variant: string }[]) => {
  const shown = of.slice(0, 5).map(({ variant }) => variant);
  return of.length > shown.length ? `${shown.join(", ")} and ${of.length - shown.length} more` : shown.join(", ");
};

/** The evidence of a verdict, a line each. */
export function checksOf(locus: LocusReport, settings: LocusSettings): Check[] {
  return [linked(locus, settings), sampleSize(locus), ...imputation(locus), panel(locus, settings)];
}

function linked({ linked: all, n_linked, n_outliers }: LocusReport, { linked_r2 }: LocusSettings): Check {
  const name = "LD with the lead";
  if (n_linked === 0)
    return { name, tone: "neutral", measure: "not tested", detail: `No variant with r² ≥ ${linked_r2} was compared.` };
  const outliers = all.filter(({ outlier }) => outlier);
  return {
    name,
    tone: n_outliers > 0 ? "fail" : "pass",
    measure: `${formatCount(n_outliers)} of ${formatCount(n_linked)} outliers`,
    detail: n_outliers > 0 ? names(outliers) : `z-scores of variants with r² ≥ ${linked_r2} are those that LD implies.`,
  };
}

function sampleSize({ linked: all, n_linked, lead_share_of_n, studies, reasons }: LocusReport): Check {
  const name = "Sample size";
  if (n_linked === 0) return { name, tone: "neutral", measure: "not tested", detail: "" };
  const shares = [lead_share_of_n, ...all.map(({ share_of_n }) => share_of_n)].filter((share) => share != null);
  const least = Math.min(1, ...shares);
  return {
    name,
    tone: reasons.includes("uneven_n") ? "fail" : "pass",
    measure: `at least ${formatDecimal(100 * least, 0)} %`,
    detail:
      studies.length > 0
        ? `Some variants are missing in ${studies.join(", ")}.`
        : "Share of the largest N among linked variants.",
  };
}

function imputation({ linked: all, reasons }: LocusReport): Check[] {
  const poor = all.filter(({ low_imputation_quality }) => low_imputation_quality);
  if (poor.length === 0 && !reasons.includes("low_info_lead")) return [];
  return [
    {
      name: "Imputation",
      tone: "warn",
      measure: `${plural(poor.length, "variant")} below 0.6`,
      detail: names(poor) || "The lead variant.",
    },
  ];
}

function panel({ variants, variants_with_ld, lambda }: LocusReport, { ld, missing }: LocusSettings): Check {
  const name = "LD panel";
  if (!ld) return { name, tone: "neutral", measure: "no LD", detail: missing ?? "" };
  return {
    name,
    tone: lambda != null && lambda > 0.05 ? "warn" : "pass",
    measure: lambda == null ? "λ not estimated" : `λ ${formatDecimal(lambda, 3)}`,
    detail: `${ld.name}, ${ld.ancestry}, ${plural(ld.people, "person", "people")}. It contains ${formatCount(variants_with_ld)} of ${plural(variants, "variant")}.`,
  };
}

/** "7 believed, 4 doubted, 1 not judged" */
export function countsOf({ n_believe, n_doubt, n_not_judged }: LociReport): string {
  return `${formatCount(n_believe)} believed, ${formatCount(n_doubt)} doubted, ${formatCount(n_not_judged)} not judged`;
}

/** How the variants of a locus were weighed. */
export function methodWords({ method, credible_sets }: LocusReport): string {
  if (method === "susie") return `SuSiE, ${plural(credible_sets.length, "signal")}`;
  return method === "single_signal" ? "One signal assumed" : "Not fine-mapped";
}
