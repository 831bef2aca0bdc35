import type { ColumnRole, ColumnType } from "@/lib/document/document";

export const typeWords: Record<ColumnType, string> = {
  number: "Number",
  text: "Text",
  boolean: "Yes or no",
  list: "List",
};

export const roleWords: Record<ColumnRole, string> = {
  chromosome: "Chromosome",
  position: "Position",
  effect_allele: "Effect allele",
  other_allele: "Other allele",
  p_value: "P value",
  neg_log_10_p_value: "−log10 P",
  beta: "Effect (beta)",
  standard_error: "Standard error",
  odds_ratio: "Odds ratio",
  effect_allele_frequency: "Effect allele frequency",
  rsid: "rsID",
  gene: "Gene",
};
