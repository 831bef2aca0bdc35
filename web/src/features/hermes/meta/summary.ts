/** What the page reads from the summary of a meta-analysis. Numbers that are not known are null; positions are 1-based. */
import type { Schemas } from "@/api/client";

export type MetaSummary = Schemas["MetaSummary"];
export type Locus = Schemas["MetaLocus"];
export type StudyCounts = Schemas["MetaStudy"];

/** Names a locus in the address and between figure and table: "4_111718067_C_T". */
export const locusKey = (of: Locus): string =>
  [of.chromosome, of.base_pair_location, of.other_allele, of.effect_allele].join("_");

/** The middle I² over the loci that have one, how many exceed one half, and of how many. */
export function heterogeneityOf(loci: readonly Locus[]): { median: number | undefined; high: number; known: number } {
  const values = loci.flatMap((one) => (one.i2 == null ? [] : [one.i2])).sort((a, b) => a - b);
  const middle = values.length / 2;
  const low = values[Math.ceil(middle) - 1];
  const high = values[Math.floor(middle)];
  const median = low === undefined || high === undefined ? undefined : (low + high) / 2;
  return { median, high: values.filter((value) => value > 50).length, known: values.length };
}
