import type { Dashboard } from "@/api/hermes/dashboard";

/** A dashboard of twelve files. */
export function testDashboard(change: Partial<Dashboard> = {}): Dashboard {
  return {
    summary: {
      files: 12,
      cohorts: 3,
      waiting_for_review: 2,
      waiting_for_uploader: 0,
      waiting_for_you: 0,
      by_status: { "REVIEW APPROVED": 10, "READY FOR REVIEW": 2 },
    },
    waiting: [
      {
        waiting_on: "reviewer",
        files: 2,
        oldest: [
          {
            id: "d1",
            dataset_name: "Study 1",
            cohort: "PREVEND",
            status: "READY FOR REVIEW",
            since: "2026-11-01T12:00:00Z",
            uploaded_by: "analyst1",
          },
        ],
      },
      { waiting_on: "uploader", files: 0, oldest: [] },
      { waiting_on: "system", files: 0, oldest: [] },
    ],
    coverage: [
      {
        phenotype: "ALLHF",
        ancestry: "EU",
        sex: "both",
        cohort: "PREVEND",
        accepted: 3,
        on_the_way: 1,
        effective_n: 4321.4,
      },
    ],
    months: Array.from({ length: 12 }, (_, i) => ({
      start: new Date(Date.UTC(2025, 11 + i, 1)).toISOString(),
      submitted: i,
      accepted: i === 11 ? 2 : 0,
      rejected: i === 11 ? 1 : 0,
      days_to_decision: i === 11 ? 3.25 : undefined,
    })),
    days_to_decision: 3.25,
    judged: 10,
    outliers: [
      {
        id: "d9",
        dataset_name: "Study 9",
        cohort: "SHIP",
        phenotype: "ALLHF",
        lambda_gc: 1.312,
        intercept: 1.204,
        intercept_se: 0.011,
        se_n_ratio: 0.62,
        concerns: [{ step: "inflation", messages: ["λ is 1.312."] }],
      },
    ],
    work: { queued: 0, running: 2, workers: 1 },
    reference: [{ name: "1000 Genomes EUR", type: "panel", build: "GRCh37", ancestry: "EUR", version: "phase 3" }],
    ...change,
  };
}
