/** The lead variants of a result as a table: sorted, and as a file. */

import { chromosomeName } from "@/lib/genome/region";
import { listCell, numberCell, toCsv } from "@/lib/text/csv";
import type { KnownLocus } from "@/ui/known/known";
import type { LocusReport } from "@/ui/locus/types";
import type { Locus } from "../summary";

/** A locus with its match to known loci, if these are installed. */
export interface LocusEntry {
  readonly locus: Locus;
  readonly known: KnownLocus | undefined;
  /** Its verdict and fine-mapping; absent in results of earlier versions. */
  readonly judged?: LocusReport | undefined;
}

type Value = number | string | undefined;

/** P values that are smaller than numbers can be are the smallest. */
const ofP = (text: string): Value => (text === "NA" || text === "" ? undefined : Number(text));

const known = (value: number | null | undefined): Value => value ?? undefined;

/** What a table of loci can be sorted by. */
const keys = {
  place: ({ locus }) => locus.chromosome * 1e10 + locus.base_pair_location,
  gene: ({ locus }) => locus.nearest_genes?.[0],
  known: (entry) => entry.known && (entry.known.known ? "known" : "new"),
  verdict: ({ judged }) => judged && ["doubt", "not_judged", "believe"].indexOf(judged.verdict),
  eaf: ({ locus }) => known(locus.effect_allele_frequency),
  n: ({ locus }) => known(locus.n),
  effect: ({ locus }) => known(locus.beta),
  p: ({ locus }) => (locus.neg_log_10_p_value == null ? undefined : -locus.neg_log_10_p_value),
  het: ({ locus }) => ofP(locus.het_p),
  i2: ({ locus }) => known(locus.i2),
} satisfies Record<string, (entry: LocusEntry) => Value>;

export type LocusSort = keyof typeof keys;

/** As the loci come. */
export const usualSort: LocusSort = "p";

/** Sorts by a parameter of the address, "-n" descending; unknown values are always last. */
export function sortLoci(entries: readonly LocusEntry[], sort: string | undefined): readonly LocusEntry[] {
  const downwards = sort?.startsWith("-") ?? false;
  const key = keys[(sort ?? "").replace("-", "") as LocusSort];
  if (!key) return entries;
  return [...entries].sort((a, b) => {
    const [x, y] = [key(a), key(b)];
    if (x === undefined || y === undefined) return Number(x === undefined) - Number(y === undefined);
    const order = x < y ? -1 : Number(x > y);
    return downwards ? -order : order;
  });
}

const header = [
  ...["genome_build", "chromosome", "base_pair_location", "rsid", "effect_allele", "other_allele"],
  ...["effect_allele_frequency", "n", "n_studies", "beta", "standard_error", "p_value", "neg_log_10_p_value"],
  ...["direction", "studies", "q", "het_p", "i2", "tau2", "driven_by", "nearest_genes"],
  ...["known", "known_variant", "known_trait", "known_distance", "known_pubmed_id", "known_r2"],
  ...["verdict", "verdict_reasons", "verdict_sentences", "linked_variants", "outliers", "lambda_ld"],
  ...["fine_mapping_method", "why_one_signal", "credible_sets", "credible_set_sizes", "credible_set_variants"],
];

/** The judgement of a locus, as in top-loci.csv. */
function judgedCells(judged: LocusReport | undefined): string[] {
  if (!judged) return Array<string>(11).fill("");
  const { credible_sets: sets } = judged;
  return [
    ...[judged.verdict, judged.reasons.join("; "), judged.sentences.join(" ")],
    ...[judged.n_linked, judged.n_outliers].map(String),
    ...[numberCell(judged.lambda), judged.method, judged.why_one_signal ?? "", String(sets.length)],
    ...[sets.map(({ size }) => size).join("; "), sets.map(({ variants }) => variants[0]?.variant).join("; ")],
  ];
}

/**
 * A line for each locus, in the order of the table. Positions are 1-based; effects are of the effect allele, on the scale of the
 * analysis, without being rounded; the signs of `direction` are those of `studies`, one after the other. An empty cell is not
 * known.
 */
export function lociCsv(entries: readonly LocusEntry[], studies: readonly string[], build: string): string {
  const cell = (value: Value | null) => (typeof value === "number" ? numberCell(value) : (value ?? ""));
  const number = (text: string) => (text === "NA" ? "" : text); // a name may be NA
  return toCsv(
    header,
    entries.map(({ locus, known, judged }) => {
      const near = known?.same_trait ?? known?.nearest;
      return [
        build,
        locus.chromosome === 0 ? "" : chromosomeName(locus.chromosome),
        locus.chromosome === 0 ? "" : String(locus.base_pair_location),
        locus.rsid,
        ...[locus.effect_allele, locus.other_allele],
        ...[locus.effect_allele_frequency, locus.n, locus.n_studies, locus.beta, locus.standard_error].map(cell),
        ...[number(locus.p_value), locus.neg_log_10_p_value, locus.direction].map(cell),
        listCell(studies),
        ...[locus.q, number(locus.het_p), locus.i2, locus.tau2, locus.driven_by].map(cell),
        listCell(locus.nearest_genes),
        known ? (known.known ? "yes" : "no") : "",
        ...[near?.variant, near?.trait, near?.distance, near?.pubmed_id, known?.r2].map(cell),
        ...judgedCells(judged),
      ];
    }),
  );
}
