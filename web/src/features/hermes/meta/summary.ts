/**
 * summary.json of a meta-analysis (Go package meta; docs/formats/meta.md): the one place on the page side that knows
 * its shape. Numbers that are not known are null; positions are 1-based.
 */
import { z } from "zod";
import { attempt, parseAs } from "@/lib/parse";

const number = z.number().nullish();

const pooled = z.object({ beta: number, standard_error: number, neg_log_10_p_value: number }).nullish();

const locus = z.object({
  chromosome: z.number(),
  base_pair_location: z.number(),
  effect_allele: z.string(),
  other_allele: z.string(),
  rsid: z.string().nullish(),
  beta: number,
  standard_error: number,
  p_value: z.string(),
  neg_log_10_p_value: number,
  effect_allele_frequency: number,
  n: number,
  n_studies: z.number(),
  direction: z.string(),
  het_p: z.string().nullish(),
  i2: number,
  tau2: number,
  variants: z.number().optional(),
  fixed: pooled,
  random: pooled,
  studies: z
    .array(
      z.object({
        name: z.string(),
        beta: number,
        standard_error: number,
        effect_allele_frequency: number,
        n: number,
        neg_log_10_p_value: number,
      }),
    )
    .nullish()
    .transform((studies) => studies ?? []),
});

const study = z.object({
  name: z.string(),
  rows_in: z.number(),
  rows_used: z.number(),
  dropped_by_reason: z
    .record(z.string(), z.number())
    .nullish()
    .transform((dropped) => dropped ?? {}),
  lambda_gc: number,
  lambda_applied: number,
  strand_flipped: number,
  swapped: number,
  n_max: number,
});

const summary = z.object({
  studies: z.array(study),
  n_variants: z.number(),
  n_genome_wide_significant: z.number(),
  n_loci: number,
  top_loci: z
    .array(locus)
    .nullish()
    .transform((loci) => loci ?? []),
  lambda_gc: number,
  lambda_1000: number,
  n_max: number,
  n_cases: number,
  n_controls: number,
  n_eff: number,
  settings: z
    .record(z.string(), z.unknown())
    .nullish()
    .transform((settings) => settings ?? {}),
  versions: z
    .record(z.string(), z.string())
    .nullish()
    .transform((versions) => versions ?? {}),
});

export type MetaSummary = z.infer<typeof summary>;
export type Locus = MetaSummary["top_loci"][number];
export type StudyCounts = MetaSummary["studies"][number];

/** Reads a summary; one that does not fit is an error with the place in words. */
export const parseSummary = (value: unknown): MetaSummary => parseAs(summary, value, "summary");

/** The same for a page, which shows the error in place of what it cannot read. */
export const readSummary = (value: unknown): MetaSummary | Error => attempt(() => parseSummary(value));

/** Names a locus in the address and between figure and table: "4_111718067_C_T". */
export const locusKey = (of: Locus): string =>
  [of.chromosome, of.base_pair_location, of.other_allele, of.effect_allele].join("_");

/** The middle I² over the loci, and how many exceed one half. */
export function heterogeneityOf(loci: readonly Locus[]): { median: number | undefined; high: number } {
  const values = loci.flatMap((one) => (one.i2 == null ? [] : [one.i2])).sort((a, b) => a - b);
  const middle = values.length / 2;
  const low = values[Math.ceil(middle) - 1];
  const high = values[Math.floor(middle)];
  const median = low === undefined || high === undefined ? undefined : (low + high) / 2;
  return { median, high: values.filter((value) => value > 50).length };
}
