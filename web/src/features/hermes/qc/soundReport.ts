import type { Schemas } from "@/api/client";
import type { QcReport } from "./report";

type QcColumn = Schemas["QcColumn"];

export const columns = (rows: number, clean: number, without: string[] = []) =>
  [
    "chromosome",
    "base_pair_location",
    "effect_allele",
    "beta",
    "standard_error",
    "p_value",
    "effect_allele_frequency",
    "n",
  ]
    .filter((field) => !without.includes(field))
    .map(
      (field): QcColumn => ({
        field,
        column: field.toUpperCase(),
        rows,
        missing: 0,
        valid: rows,
        valid_after: rows,
        valid_clean: clean,
      }),
    );

export const chromosomes = (names: number, rows: number, clean: number) =>
  Array.from({ length: 22 }, (_, i) => ({
    chromosome: i + 1,
    name: String(i + 1),
    rows: i < names ? rows : 0,
    clean: i < names ? clean : 0,
    panel: 1000,
  }));

export const rules: QcReport["settings"]["rules"] = {
  mac: { mode: "exclude", threshold: 6 },
  info: { mode: "exclude", threshold: 0.3 },
  not_in_panel: { mode: "exclude", threshold: 0 },
  frequency: { mode: "exclude", threshold: 0 },
};

export const sen: QcReport["se_n"] = {
  x: 100,
  y: 98.7,
  ratio: 0.987,
  scale: "log_odds",
  c: 2,
  n_max: 40_000,
  n_effective: 40_000,
  median_se: 0.01,
  explanation: "√N_eff / 2 against c / median SE",
};

export const panel: Schemas["QcPanel"] = {
  name: "eur",
  sha256: "cd",
  column: "AF",
  rows: 22_000,
  unusable: 0,
  matched: 2190,
};

/** Of a panel that was not applied. */
export const fit: Schemas["QcPanelFit"] = {
  used: false,
  code: "covers_too_little",
  sentence: "It holds 3 of 1,000 variants.",
  sampled: 1000,
  found: 3,
  rsids: 0,
  rsid_agreement: null,
  alleles_agree: null,
  frequencies: 0,
  frequency_r: null,
};

const lead: QcReport["lead_variants"][number] = {
  variant_id: "1_1000_A_G",
  chromosome: 1,
  base_pair_location: 1000,
  effect_allele: "A",
  other_allele: "G",
  beta: null,
  standard_error: null,
  effect_allele_frequency: null,
  n: null,
  p_value: "1e-9",
  neg_log_10_p_value: 9,
  support: 3,
};

/** A sound file of 2,200 rows that was compared with a panel. */
export const sound: QcReport = {
  rows_in: 2200,
  rows_clean: 2200,
  excluded_by_reason: {},
  waterfall: [],
  lambda_gc: 1.0213,
  lambda_1000: 1.001,
  eaf_correlation: 0.9987,
  pz_correlation: 0.99992,
  n_max: 40_000,
  median_se: 0.01,
  build: "GRCh37",
  mapping: {},
  software: "plink2",
  file: { name: "a.tsv.gz", sha256: "ab", bytes: 1000, text_bytes: 9000 },
  panel,
  steps: [],
  verdict: "pass",
  lead_variants: [lead],
  n_leads: 1,
  n_genome_wide_significant: 1,
  columns: columns(2200, 2200),
  repaired: [],
  warnings: {},
  chromosomes: chromosomes(22, 100, 100),
  lambda_by_maf: [],
  se_n: sen,
  settings: {
    build: "GRCh37",
    frequency_difference: 0.2,
    info_threshold: 0.3,
    remove_indels: false,
    adjustment: "none",
    n: 40_000,
    cases: 10_000,
    controls: 30_000,
    palindromes: { rule: "frequency", from: 0.4, to: 0.6 },
    rules,
  },
  versions: { cohortium: "1.0.0", go: "go1.26.0" },
};
