import { readFileSync } from "node:fs";
import type { HermesUpload, QcRun } from "@/api/hermes/hermes";
import { type Answer, renderApp } from "@/test-app";
import type { QcReport } from "./report";
import { sound } from "./soundReport";

/** What a step reported: its metrics, and its verdict when it is not a pass. */
export type Told = Record<string, [metrics: object, verdict?: string, message?: string]>;

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
  /** The differences to the sound file. */
  report?: Partial<QcReport>;
  told?: Told;
  upload?: Partial<HermesUpload>;
  /** The panel that the run was asked to use. */
  panel?: string;
  /** Whether there is anything in the figures. */
  drawn?: boolean;
  /** Further calls that are answered. */
  answers?: Record<string, Answer>;
}

/** Renders the page of a report over a server that has one submission with one run. */
export function showReport({ report, told, upload, panel, drawn = true, answers }: Shown) {
  const steps = Object.entries({ ...all, ...told }).map(([name, [metrics, verdict = "pass", message]]) => ({
    name,
    verdict: verdict === "skipped" ? "warn" : verdict,
    ...(verdict === "skipped" && { skipped: true }),
    metrics,
    messages: message ? [message] : [],
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
    review_state: { step: "open", reviewer: "" },
    actions: { edit: { allowed: true }, rerun: { allowed: true }, download: { allowed: true } },
    ...upload,
  };
  const plot = (name: string) => (drawn ? golden(name) : { ...golden(name), n: 0 });
  const at = "GET /api/hermes/uploads/d1";
  return renderApp("/hermes/qc/d1", {
    [at]: held,
    [`${at}/peers`]: { items: [] },
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
