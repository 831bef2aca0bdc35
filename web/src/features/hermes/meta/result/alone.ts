import { chromosomeName } from "@/lib/genome/region";
import { listCell, numberCell, toCsv } from "@/lib/text/csv";
import type { MetaSummary } from "../summary";

export type Ancestries = NonNullable<MetaSummary["ancestries"]>;
type AloneLocus = NonNullable<Ancestries[number]["loci_alone"]>[number];

/** The loci of one ancestry alone, ancestry by ancestry, the strongest first. */
export function lociAlone(ancestries: Ancestries): { ancestry: string; locus: AloneLocus }[] {
  return ancestries.flatMap((one) => (one.loci_alone ?? []).map((locus) => ({ ancestry: one.name, locus })));
}

const estimates = ["beta", "standard_error", "neg_log_10_p_value"] as const;

const header = [
  ...["ancestry", "genome_build", "chromosome", "base_pair_location", "rsid", "nearest_genes"],
  ...["effect_allele", "other_allele", "effect_allele_frequency", "n", ...estimates],
  ...estimates.map((name) => `combined_${name}`),
];

/**
 * A line for each locus of one ancestry alone: what the studies of the ancestry say of its lead variant and what all of them
 * together do. Positions are 1-based; effects are of the effect allele, on the scale of the analysis, without being rounded. An
 * empty cell is not known.
 */
export function aloneCsv(ancestries: Ancestries, build: string, words: (code: string) => string): string {
  const cell = (value: number | string | null | undefined) => (typeof value === "string" ? value : numberCell(value));
  return toCsv(
    header,
    lociAlone(ancestries).map(({ ancestry, locus }) => [
      words(ancestry),
      build,
      locus.chromosome === 0 ? "" : chromosomeName(locus.chromosome),
      locus.chromosome === 0 ? "" : String(locus.base_pair_location),
      locus.rsid ?? "",
      listCell(locus.nearest_genes),
      locus.effect_allele,
      locus.other_allele,
      cell(locus.effect_allele_frequency),
      cell(locus.n),
      ...estimates.map((name) => cell(locus[name])),
      ...estimates.map((name) => cell(locus.combined?.[name])),
    ]),
  );
}
