/** What the forest plots of a locus are made of. */
import type { MetaOptions } from "@/api/hermes/meta";
import type { Measure } from "@/lib/format/measure";
import type { Estimate, Forest } from "@/ui/chart/forest";
import { formatLocus, shortenP } from "@/ui/chart/words";
import type { Locus, StudyCounts } from "../summary";
import { type AncestryNames, ancestryLines } from "./ancestries";

export interface ForestChoices {
  scheme: MetaOptions["scheme"];
  measure: Measure;
  ancestries: AncestryNames;
}

/** Tests of heterogeneity; a meta-regression separates the part that correlates with ancestry. */
export function heterogeneity({ het_p, between, regression }: Locus): string[] {
  const parts = [
    ["heterogeneity P", het_p],
    [`between ancestries (χ² with ${between?.df} df) P`, between?.het_p],
    ["explained by ancestry", regression?.het_ancestry_p],
    ["the rest", regression?.het_residual_p],
  ];
  return parts.flatMap(([name, p]) => (p && p !== "NA" ? [`${name} ${shortenP(p)}`] : []));
}

type Numbers = { beta?: number | null; standard_error?: number | null; neg_log_10_p_value?: number | null };

const estimate = (name: string, of: Numbers | null | undefined): Estimate => ({
  name,
  beta: of?.beta ?? undefined,
  se: of?.standard_error ?? undefined,
  negLog10P: of?.neg_log_10_p_value ?? undefined,
});

function titleOf(locus: Locus): string {
  const place = locus.chromosome === 0 ? "" : formatLocus(locus.chromosome, locus.base_pair_location);
  return [place, locus.rsid].filter(Boolean).join(" · ");
}

export function withoutOf(locus: Locus, { name, ratio }: Measure): Forest {
  const left = locus.studies.filter((study) => study.without);
  return {
    title: titleOf(locus),
    studies: left.map((study) => estimate(`without ${study.name}`, study.without)),
    combined: [estimate("All (fixed)", locus.fixed)].filter((one) => one.beta !== undefined),
    oddsRatio: ratio,
    measure: name,
  };
}

export function forestOf(
  locus: Locus,
  studies: readonly StudyCounts[],
  { scheme, measure, ancestries }: ForestChoices,
): Forest {
  const found = new Map(locus.studies.map((study) => [study.name, study]));
  const weights = weightsOf(locus, scheme);
  const lineOf = ({ name }: StudyCounts) => ({
    ...estimate(name, found.get(name)),
    people: found.get(name)?.n ?? undefined,
    weight: weights.get(name),
  });
  const lines = locus.ancestries ? ancestryLines(locus, studies, ancestries, lineOf) : studies.map(lineOf);
  const combined = [estimate("All (fixed)", locus.fixed), estimate("All (random)", locus.random)];
  const people = locus.n ?? undefined;
  return {
    title: titleOf(locus),
    studies: lines,
    combined: combined.filter((one) => one.beta !== undefined).map((one) => ({ ...one, people })),
    oddsRatio: measure.ratio,
    measure: measure.name,
  };
}

/**
 * The share of each study in the combined effect, 0 to 1: by its variance, plus that between
 * studies for random effects. Sample sizes weight z-scores, not effects, and are shown next to
 * them.
 */
export function weightsOf(locus: Locus, scheme: ForestChoices["scheme"]): ReadonlyMap<string, number> {
  if (scheme === "samplesize") return new Map();
  const between = scheme === "random" ? (locus.tau2 ?? 0) : 0;
  const weights = locus.studies.flatMap(({ name, standard_error: se }) =>
    se == null || se <= 0 ? [] : [[name, 1 / (se ** 2 + between)] as const],
  );
  const sum = weights.reduce((all, [, weight]) => all + weight, 0);
  return new Map(weights.map(([name, weight]) => [name, weight / sum]));
}
