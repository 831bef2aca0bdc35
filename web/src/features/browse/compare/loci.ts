/** What the figures and the table of a comparison are made of. */
import type { BrowseResult, ComparedLocus, Comparison, LeadVariant } from "@/api/browse/compare";
import { formatCount, formatDecimal, plural } from "@/lib/format/format";
import { formatNumber } from "@/lib/format/format-number";
import { measureOf } from "@/lib/format/measure";
import { regionAround } from "@/lib/genome/region";
import { numberCell } from "@/lib/text/csv";
import type { EffectPoint } from "@/ui/chart/effects";
import type { MiamiLead, MiamiLocus } from "@/ui/chart/miami";
import { formatLocus, formatP } from "@/ui/chart/words";

export type Side = "up" | "down";

/** The stronger lead, by which a locus is known. */
export function indexOf(locus: ComparedLocus): LeadVariant {
  const index = locus[locus.index];
  if (!index) throw new Error("a locus without the lead that it is known by");
  return index;
}

export function keyOf(locus: ComparedLocus): string {
  const { chromosome, base_pair_location, effect_allele, other_allele } = indexOf(locus);
  return `${chromosome}:${base_pair_location}:${other_allele}:${effect_allele}`;
}

/** The nearest gene, else the place. */
export function labelOf(locus: ComparedLocus): string {
  return locus.nearest_genes?.[0] ?? placeOf(indexOf(locus));
}

export const placeOf = (lead: LeadVariant): string => formatLocus(lead.chromosome, lead.base_pair_location);

export const regionOf = (locus: ComparedLocus) => {
  const { chromosome, base_pair_location } = indexOf(locus);
  return regionAround(chromosome, base_pair_location);
};

/** Loci without a P cannot be drawn; there are none in practice. */
export function miamiLoci(loci: readonly ComparedLocus[]): MiamiLocus[] {
  const lead = (variant: LeadVariant | undefined): MiamiLead | undefined =>
    variant?.neg_log_10_p_value == null
      ? undefined
      : { position: variant.base_pair_location, negLog10P: variant.neg_log_10_p_value };
  return loci.map((locus) => {
    const { chromosome, base_pair_location: position } = indexOf(locus);
    const shared = locus.found_in === "both";
    const [up, down] = [lead(locus.up), lead(locus.down)];
    return { key: keyOf(locus), label: labelOf(locus), chromosome, position, shared, up, down };
  });
}

export function effectPoints(loci: readonly ComparedLocus[]): EffectPoint[] {
  return loci.flatMap((locus) => {
    if (!locus.point) return [];
    const { x, x_error: xError, y, y_error: yError } = locus.point;
    const index = indexOf(locus);
    const variant = `${placeOf(index)} ${index.effect_allele}/${index.other_allele}`;
    return {
      key: keyOf(locus),
      label: labelOf(locus),
      variant,
      shared: locus.found_in === "both",
      x,
      xError,
      y,
      yError,
    };
  });
}

/** The row of a result in a locus: its own lead, else the stronger lead of the other result as it is here. */
export function rowIn(locus: ComparedLocus, side: Side): { row: LeadVariant | undefined; lead: boolean } {
  const own = locus[side];
  return own ? { row: own, lead: true } : { row: locus.other, lead: false };
}

/** What an axis of effects is called: effects are drawn as they are, ratios as logarithms. */
export function effectAxis(scale: BrowseResult["effect_scale"]): string {
  const { name, ratio } = measureOf(scale);
  return ratio ? `log ${name}` : "beta";
}

export function effectText(row: LeadVariant | undefined, ratio: boolean): string {
  if (row?.beta == null) return "–";
  return ratio ? formatDecimal(Math.exp(row.beta), 2) : formatNumber(row.beta);
}

export const unmatchedWords: Record<NonNullable<ComparedLocus["unmatched"]>, string> = {
  absent: "not in this result",
  alleles: "other alleles here",
  strand: "A/T or C/G of unknown strand",
  no_effect: "no effect to compare",
};

/** One line about the whole comparison. */
export function comparisonSentence({ up, down, n_shared, n_up, n_down }: Comparison, build: string): string {
  const shared = `${plural(n_shared, "locus", "loci")} shared`;
  return `${shared} · ${formatCount(n_up)} only ${up.title} · ${formatCount(n_down)} only ${down.title} · ${build}`;
}

/** "1.38 (1.12 to 1.64)" */
export function slopeText({ slope, low, high }: Comparison["line"]): string | undefined {
  if (slope == null || low == null || high == null) return undefined;
  return `${formatDecimal(slope, 2)} (${formatDecimal(low, 2)} to ${formatDecimal(high, 2)})`;
}

const sides = ["up", "down"] as const;

/** The whole list of loci as a table for other programs. */
export function lociTable({ up, down, loci }: Comparison): { header: string[]; rows: string[][] } {
  const ofSide = (side: Side) =>
    [
      "chromosome",
      "position",
      "effect_allele",
      "other_allele",
      "rsid",
      "beta",
      "standard_error",
      "p_value",
      "lead",
    ].map((name) => `${side}_${name}`);
  const cells = (locus: ComparedLocus, side: Side): string[] => {
    const { row, lead } = rowIn(locus, side);
    if (!row) return [...Array<string>(8).fill(""), locus.unmatched ?? ""];
    const { chromosome, base_pair_location, effect_allele, other_allele, rsid } = row;
    const variant = [String(chromosome), String(base_pair_location), effect_allele, other_allele, rsid];
    const p = formatP(row.neg_log_10_p_value);
    return [...variant, numberCell(row.beta), numberCell(row.standard_error), p, lead ? "yes" : "no"];
  };
  return {
    header: ["up_result", "down_result", "found_in", "nearest_genes", ...sides.flatMap(ofSide)],
    rows: loci.map((locus) => {
      const genes = locus.nearest_genes?.join(" ") ?? "";
      return [up.title, down.title, locus.found_in, genes, ...sides.flatMap((side) => cells(locus, side))];
    }),
  };
}
