// Made from internal/gwas/qc/steps.go by make gen.

/** Titles of QC steps by name. */
export const stepTitles: Readonly<Record<string, string>> = {
  alleles: "Alleles",
  build: "Build",
  columns: "Columns",
  completeness: "Completeness",
  duplicates: "Duplicates",
  filters: "Filters",
  frequency: "Frequency",
  inflation: "Inflation",
  ld_score_regression: "LD score regression",
  leads: "Lead variants",
  other_files: "Other files",
  pz: "P–Z",
  reading: "Reading",
  sample_size: "Sample size",
  se_n: "SE–N",
};
