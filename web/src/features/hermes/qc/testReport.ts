import { readFileSync } from "node:fs";
import type { HermesUpload } from "@/api/hermes";
import { type Answer, renderApp } from "@/test-app";
import type { QcRun } from "./queries";

/** What a step reported: its metrics, and its verdict when it is not a pass. */
export type Told = Record<string, [metrics: object, verdict?: string, message?: string]>;

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
    .map((field) => ({
      field,
      column: field.toUpperCase(),
      rows,
      missing: 0,
      valid: rows,
      valid_after: rows,
      valid_clean: clean,
    }));

export const chromosomes = (names: number, rows: number, clean: number) =>
  Array.from({ length: 22 }, (_, i) => ({
    chromosome: i + 1,
    name: String(i + 1),
    rows: i < names ? rows : 0,
    clean: i < names ? clean : 0,
    panel: 1000,
  }));

export const rules = {
  mac: { mode: "exclude", threshold: 6 },
  info: { mode: "exclude", threshold: 0.3 },
  not_in_panel: { mode: "exclude", threshold: 0 },
  frequency: { mode: "exclude", threshold: 0 },
};

export const sen = { x: 100, y: 98.7, ratio: 0.987, c: 2, n_max: 40_000, n_effective: 40_000, median_se: 0.01 };

const lead = {
  variant_id: "1_1000_A_G",
  chromosome: 1,
  base_pair_location: 1000,
  effect_allele: "A",
  other_allele: "G",
  p_value: "1e-9",
  neg_log_10_p_value: 9,
  support: 3,
};

/** A sound file of 2,200 rows that was compared with a panel. */
export const sound = {
  rows_in: 2200,
  rows_clean: 2200,
  waterfall: [],
  lambda_gc: 1.0213,
  lambda_1000: 1.001,
  eaf_correlation: 0.9987,
  pz_correlation: 0.99992,
  n_max: 40_000,
  median_se: 0.01,
  build: "GRCh37",
  software: "plink2",
  file: { name: "a.tsv.gz", sha256: "ab", bytes: 1000, text_bytes: 9000 },
  panel: { name: "eur", sha256: "cd", rows: 22_000, matched: 2190 },
  verdict: "pass",
  lead_variants: [lead],
  n_leads: 1,
  columns: columns(2200, 2200),
  repaired: [],
  chromosomes: chromosomes(22, 100, 100),
  lambda_by_maf: [],
  se_n: { ...sen, scale: "log_odds", explanation: "√N_eff / 2 against c / median SE" },
  settings: { info_threshold: 0.3, n: 40_000, cases: 10_000, controls: 30_000, rules },
  versions: { cohortium: "1.0.0", go: "go1.26.0" },
};

export const all: Told = {
  reading: [{ rows_in: 2200 }],
  columns: [{ mapped: 8 }],
  build: [{ declared: "GRCh37", share_within_grch37: 1 }],
  filters: [{}],
  duplicates: [{ duplicates: 0 }],
  alleles: [{ share_matched: 0.995, matched: 2190, compared: 2200 }],
  frequency: [{ r: 0.9987 }],
  pz: [{ r: 0.99992 }],
  inflation: [{ lambda_gc: 1.0213 }],
  sample_size: [{ n_max: 40_000 }],
  se_n: [{ ratio: 0.987 }],
  completeness: [{ autosomes: 22, chromosome_x: 0 }],
  leads: [{ leads: 1 }],
};

const golden = (name: string) => JSON.parse(readFileSync(`../internal/gwas/plot/testdata/${name}.json`, "utf8"));

export interface Shown {
  /** What is unlike the sound file. */
  report?: object;
  told?: Told;
  upload?: Partial<HermesUpload>;
  /** The panel that the run was asked to use. */
  panel?: string;
  /** Whether there is anything in the figures. */
  drawn?: boolean;
  /** Further calls that are answered. */
  answers?: Record<string, Answer>;
}

/** Renders the page of a report over a server that has one data set with one run. */
export function showReport({ report, told, upload, panel, drawn = true, answers }: Shown) {
  const steps = Object.entries({ ...all, ...told }).map(([name, [metrics, verdict = "pass", message]]) => ({
    name,
    verdict: verdict === "skipped" ? "warn" : verdict,
    ...(verdict === "skipped" && { skipped: true }),
    metrics,
    messages: message ? [message] : null,
  }));
  const run: QcRun = {
    id: "r1",
    upload_id: "d1",
    number: 1,
    status: "COMPLETED",
    settings: { fd: 0.2, adj: "none", noind: false, panel: panel ?? null },
    created_at: "2026-11-18T14:02:00Z",
    created_by: "analyst1",
    job_id: "j1",
  };
  const held = {
    id: "d1",
    dataset_name: "North HF",
    cohort: "North",
    phenotype: "ALLHF",
    ancestry: "EU",
    sex: "both",
    genome_build: "hg19",
    file_name: "a.tsv.gz",
    file_size: 1000,
    sha256: "ab",
    uploaded_at: "2026-11-18T14:00:00Z",
    uploaded_by: "analyst1",
    status: "FAILED QC",
    waiting_on: "uploader",
    waiting_since: "2026-11-18T14:00:00Z",
    n_total: 40_000,
    cases: 10_000,
    controls: 30_000,
    run,
    actions: { edit: { allowed: true }, rerun: { allowed: true }, download: { allowed: true } },
    ...upload,
  };
  const plot = (name: string) => (drawn ? golden(name) : { ...golden(name), n: 0 });
  const at = "GET /api/hermes/uploads/d1";
  return renderApp("/hermes/qc/d1", {
    [at]: held,
    [`${at}/qc-runs`]: { items: [run] },
    [`${at}/qc-runs/r1`]: { ...run, report: { ...sound, ...report, steps } },
    [`${at}/qc-runs/r1/plots/manhattan`]: plot("manhattan"),
    [`${at}/qc-runs/r1/plots/qq`]: plot("qq"),
    [`${at}/qc-runs/r1/plots/eaf`]: plot("eaf"),
    [`${at}/qc-runs/r1/plots/pz`]: plot("eaf"),
    "GET /api/hermes/portal-config": { ancestries: [], panels: [] },
    "GET /api/hermes/phenotypes": { items: [] },
    ...answers,
  });
}
