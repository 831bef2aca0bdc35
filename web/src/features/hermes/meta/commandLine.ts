/** The command that repeats a meta-analysis on copies of the clean files. */
import { shellWord } from "@/lib/shell";
import type { MetaAnalysis } from "./queries";

export function metaCommand({ inputs, options }: Pick<MetaAnalysis, "inputs" | "options">): string {
  const files = inputs.map((input) => shellWord(`${input.dataset_name}.clean.tsv.gz`));
  const parts = ["cohortium sumstats meta", ...files, "--scheme", options.scheme];
  if (options.genomic_control) parts.push("--gc");
  parts.push("--min-studies", String(options.min_studies));
  if (options.maf > 0) parts.push("--maf", String(options.maf));
  if (options.info > 0) parts.push("--info", String(options.info));
  parts.push("-o", "results.tsv.gz");
  return parts.join(" ");
}
