import type { BrowseHit } from "@/api/browse/variant";

/** −log10 of 5e-8 */
export const genomeWide = -Math.log10(5e-8);

export interface GeneNumbers {
  results: number;
  /** Results whose best variant is below 5e-8. */
  significant: number;
  /** Phenotypes of all of them, and of the significant ones. */
  phenotypes: number;
  significantPhenotypes: number;
  /** Different variants that lead the significant ones, by name. */
  leads: string[];
  /** Of the significant meta-analyses, per cent; undefined when there is none. */
  medianI2: number | undefined;
}

/** The numbers of a gene that matter. */
export function geneNumbers(hits: readonly BrowseHit[]): GeneNumbers {
  const strong = hits.filter(({ effect }) => (effect.neg_log_10_p_value ?? 0) > genomeWide);
  const phenotypes = (some: readonly BrowseHit[]) =>
    new Set(some.map(({ effect }) => effect.result.phenotype.toLowerCase())).size;
  const leads = new Map(
    strong.map(({ variant }) => [`${variant.chromosome}:${variant.position}`, variant.rsid ?? variant.id]),
  );
  const i2 = strong.flatMap((hit) => (hit.i2 == null ? [] : [hit.i2])).sort((a, b) => a - b);
  const middle = i2.length / 2;
  const upper = i2[Math.floor(middle)];
  const lower = i2[Math.ceil(middle) - 1];
  return {
    results: hits.length,
    significant: strong.length,
    phenotypes: phenotypes(hits),
    significantPhenotypes: phenotypes(strong),
    leads: [...leads.values()],
    medianI2: upper === undefined || lower === undefined ? undefined : (upper + lower) / 2,
  };
}
