/** Paragraphs of the documentation that pages lead to: topic and heading. A test holds that each is there. */
export const helpTargets = {
  accepted: "formats-accepted",
  thresholds: "howto-report",
  scheme: "howto-meta-analysis#scheme",
  gc: "howto-meta-analysis#genomic-control",
  overlap: "howto-meta-analysis#sample-overlap",
  limits: "howto-meta-analysis#allele-frequency-and-imputation-quality",
  palindromic: "howto-meta-analysis#palindromic-variants",
  x_coding: "howto-meta-analysis#chromosome-x",
  min_studies: "howto-meta-analysis#minimum-number-of-studies",
  review: "hermes#review",
  names: "operations#names-and-logos",
  rules: "operations#rules-for-results",
  reading: "howto-report#reading",
  columns: "howto-report#columns",
  build: "howto-report#build",
  filters: "howto-report#filters",
  duplicates: "howto-report#duplicates",
  alleles: "howto-report#alleles",
  frequency: "howto-report#frequency",
  pz: "howto-report#pz",
  inflation: "howto-report#inflation",
  ld_score_regression: "howto-report#ld-score-regression",
  sample_size: "howto-report#sample-size",
  se_n: "howto-report#sen",
  other_files: "howto-report#other-files",
  completeness: "howto-report#completeness",
  leads: "howto-report#lead-variants",
} as const;

export type HelpTarget = keyof typeof helpTargets;

export function isHelpTarget(name: string): name is HelpTarget {
  return Object.hasOwn(helpTargets, name);
}
