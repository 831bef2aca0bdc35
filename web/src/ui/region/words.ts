/** Texts about a result and its points. */
import { formatCount, formatDecimal, plural } from "@/lib/format/format";
import { formatFrequency } from "@/lib/format/format-number";
import { measureOf } from "@/lib/format/measure";
import { interval } from "../chart/forest";
import type { Fact, Facts } from "../chart/model";
import { formatLocus, formatNumber, formatP, formatWhole } from "../chart/words";
import { type RegionPoints, type RegionTrack, variantLabel } from "./regionData";

/** "OR", "HR" or "Beta": what effects of a result are written as. */
export const effectName = ({ result }: RegionTrack): string => measureOf(result.effect_scale).name;

/** The effect with its interval, as a ratio if the scale requires it. */
export function effectWords(track: RegionTrack, at: number): string {
  const beta = track.points.beta[at] ?? undefined;
  const se = track.points.standard_error[at] ?? undefined;
  if (beta === undefined) return "–";
  return interval({ name: "", beta, se }, measureOf(track.result.effect_scale).ratio);
}

/** Beside the title of a track: "meta-analysis, N 1,421,316, 3,412 variants". */
export function trackWords({ result, total, shown }: RegionTrack): string {
  const parts = [result.detail];
  if (result.n !== undefined) parts.push(`N ${formatCount(result.n)}`);
  parts.push(shown < total ? `${formatCount(shown)} of ${plural(total, "variant")}` : plural(total, "variant"));
  return parts.filter(Boolean).join(", ");
}

export function r2Words(points: RegionPoints, at: number): string {
  const value = points.r2?.[at];
  return value == null ? "not in panel" : formatDecimal(value, 2);
}

/** The facts of a point, strongest first. */
export function pointFacts(chromosome: number, track: RegionTrack, at: number): Facts {
  const { points } = track;
  const facts: Fact[] = [
    ["Position", formatLocus(chromosome, points.position[at] as number)],
    ["Effect / other", `${points.effect_allele[at]} / ${points.other_allele[at]}`],
    ["P", formatP(points.neg_log_10_p_value[at])],
    [`${effectName(track)} (95 % CI)`, effectWords(track, at)],
    ["EAF", formatFrequency(points.effect_allele_frequency[at])],
  ];
  if (points.n[at] != null) facts.push(["N", formatWhole(points.n[at])]);
  if (points.n_studies?.[at] != null) facts.push(["Studies", formatWhole(points.n_studies[at])]);
  if (points.i2?.[at] != null) facts.push(["I²", `${formatDecimal(points.i2[at], 0)} %`]);
  if (points.r2) facts.push(["r²", r2Words(points, at)]);
  if (points.pip?.[at] != null) {
    facts.push([
      "PIP",
      `${formatNumber(points.pip[at], 2)}${points.in_credible_set?.[at] ? ", in the credible set" : ""}`,
    ]);
  }
  return { title: variantLabel(chromosome, points, at), facts };
}
