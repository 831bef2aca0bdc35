/** A made-up freeze for tests: heart failure and atrial fibrillation in Europeans, East Asians and all together. */
import type { Freeze, FreezeCell, FreezeDocument, FreezePlan, FreezeResult, FreezeRow } from "@/api/hermes/freezes";

export const documentFor = (part: Partial<FreezeDocument> = {}): FreezeDocument => ({
  deadline: "2026-10-15",
  phenotypes: [],
  ancestries: [],
  sexes: [],
  schemes: ["ivw", "random", "metaregression"],
  sex_difference: true,
  options: {
    scheme: "ivw",
    genomic_control: true,
    output_genomic_control: false,
    min_studies: 2,
    maf: 0.001,
    info: 0.3,
    palindromic: "frequency",
    multi_ancestry: false,
    mixed_sex: false,
    few_shared: false,
    same_cohort: false,
    shared_people: false,
    inflated: false,
    doubtful_size: false,
    leave_one_out: true,
  },
  rules: [{ min_studies: 3 }],
  exclude: [{ cohort: "Harbour", reason: "consent withdrawn" }],
  skip: [],
  ...part,
});

export const resultFor = (part: Partial<FreezeResult> = {}): FreezeResult => ({
  name: "ivw",
  state: "done",
  outdated: [],
  notes: [],
  n_variants: 8_400_000,
  n_loci: 71,
  lambda_gc: 1.14,
  n_studies: 14,
  participants: 1_490_000,
  ...part,
});

export const cellFor = (part: Partial<FreezeCell> = {}): FreezeCell => ({
  phenotype: "HF",
  ancestry: "EU",
  sex: "both",
  status: "ready",
  verdict: "passed",
  compared: true,
  studies: [0, 1],
  participants: 1_490_000,
  left_out: [],
  lacks: [],
  results: [resultFor({ meta_id: "m1" }), resultFor({ name: "random", meta_id: "m1r", n_loci: 64, lambda_gc: 1.1 })],
  seconds: 252,
  bytes: 430_000_000,
  ...part,
});

const short = (studies: number[], more: number) => ({
  status: "short" as const,
  verdict: "not_made" as const,
  studies,
  participants: 44_000,
  results: [],
  lacks: [
    {
      code: "few_studies" as const,
      blocks: true,
      title: `needs ${more} more`,
      sentence: `The rule asks for at least 3 studies. Lower it, or wait for ${more} more.`,
    },
  ],
});

const study = (cohort: string, phenotype: string, participants: number): FreezePlan["studies"][number] => ({
  upload_id: `${cohort}-${phenotype}`.toLowerCase(),
  run_id: "r1",
  dataset_name: `${cohort} ${phenotype}`,
  cohort,
  phenotype,
  ancestry: "EU",
  sex: "both",
  participants,
  accepted_at: "2026-09-01T08:00:00Z",
});

export const planFor = (part: Partial<FreezePlan> = {}): FreezePlan => ({
  phenotypes: [
    { code: "HF", description: "All heart failure" },
    { code: "AF", description: "Atrial fibrillation" },
  ],
  ancestries: ["EU", "EAS", "all"],
  sexes: ["both", "female"],
  studies: [study("Fjord", "HF", 64_000), study("Delta", "HF", 21_000)],
  cells: [
    cellFor(),
    cellFor({
      ancestry: "EAS",
      verdict: "warning",
      status: "warned",
      results: [
        resultFor({ meta_id: "m2", n_loci: 19, lambda_gc: 1.07, notes: ["Confirmed: people in several files."] }),
      ],
    }),
    cellFor({
      ancestry: "all",
      results: [resultFor({ name: "metaregression", meta_id: "m3", n_loci: 92, lambda_gc: 1.15, n_studies: 32 })],
    }),
    cellFor({
      phenotype: "AF",
      verdict: "failed",
      results: [resultFor({ state: "failed", notes: ["Disk is full."] })],
    }),
    cellFor({ phenotype: "AF", ancestry: "EAS", ...short([0], 2) }),
    cellFor({
      sex: "female",
      results: [
        resultFor({ meta_id: "m4", n_loci: 12 }),
        resultFor({ name: "sex-difference", meta_id: "m5", n_loci: 3, lambda_gc: 1.01 }),
      ],
    }),
  ],
  left: 0,
  cost: { cells: 1, results: 1, files: 14, rows: 112_000_000, seconds: 252, bytes: 430_000_000 },
  flow: {
    steps: [
      { code: "submitted", files: 60, cohorts: 38, participants: 2_612_000, lost: [] },
      {
        code: "passed_qc",
        files: 55,
        cohorts: 35,
        participants: 2_447_000,
        lost: [{ reason: "failed QC", files: 5, cohorts: 3, participants: 165_000 }],
      },
      { code: "accepted", files: 55, cohorts: 35, participants: 2_447_000, lost: [] },
      {
        code: "before_deadline",
        files: 52,
        cohorts: 33,
        participants: 2_318_000,
        lost: [{ reason: "accepted after 15 Oct 2026", files: 3, cohorts: 2, participants: 129_000 }],
      },
      {
        code: "in_release",
        files: 50,
        cohorts: 32,
        participants: 2_248_000,
        lost: [{ reason: "left out: consent withdrawn", files: 2, cohorts: 1, participants: 70_000 }],
      },
    ],
    ancestries: [
      { ancestry: "EU", cohorts: 20, participants: 1_793_000 },
      { ancestry: "EAS", cohorts: 12, participants: 455_000 },
    ],
  },
  counts: { passed: 3, warning: 1, failed: 1, not_made: 1 },
  ...part,
});

export const allowed = { allowed: true };

export const freezeFor = (part: Partial<Freeze> = {}): Freeze => ({
  id: "f1",
  name: "HERMES release 4",
  release_version: "4.0",
  state: "finished",
  document: documentFor(),
  created_by: "reviewer1",
  created_at: "2026-10-16T08:00:00Z",
  updated_at: "2026-10-16T09:00:00Z",
  started_at: "2026-10-16T08:10:00Z",
  version: 3,
  plan: planFor(),
  verdict: "Not ready to publish: 1 cell failed. 3 of 5 cells passed, 1 has warnings.",
  actions: {
    edit: allowed,
    start: allowed,
    delete: allowed,
    publish: { allowed: false, reason: "1 cell failed." },
  },
  ...part,
});

export const freezeRowFor = (part: Partial<FreezeRow> = {}): FreezeRow => ({
  id: "f1",
  name: "HERMES release 4",
  release_version: "4.0",
  state: "running",
  deadline: "2026-10-15",
  created_by: "reviewer1",
  created_at: "2026-10-16T08:00:00Z",
  updated_at: "2026-10-16T09:00:00Z",
  results: 50,
  results_done: 48,
  results_failed: 0,
  version: 3,
  ...part,
});
