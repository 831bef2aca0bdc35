import { QueryClient } from "@tanstack/react-query";
import { columnsQuery } from "@/api/files/sumstats";
import type { HermesUpload, QcRun } from "@/api/hermes/hermes";
import { type ConsortiumSettings, consortiumQuery, findingsQuery, type ReviewFindings } from "@/api/hermes/review";

export const run: QcRun = {
  id: "r2",
  upload_id: "u1",
  number: 2,
  status: "COMPLETED",
  settings: { fd: 0.2, adj: "none", noind: false },
  created_at: "2026-11-18T14:02:00Z",
  created_by: "uploader1",
  job_id: "j1",
};

const metadata = {
  dataSetName: "North HF",
  cohort: "North",
  phenotype: "HF",
  ancestry: "EU",
  sex: "both",
  totalSampleSize: 10,
  genomeBuild: "hg19",
};

export const upload = (part: Partial<HermesUpload> = {}): HermesUpload => ({
  id: "u1",
  dataset_name: "North HF",
  cohort: "North",
  phenotype: "HF",
  ancestry: "EU",
  sex: "both",
  genome_build: "hg19",
  file_name: "north.gz",
  file_size: 1,
  sha256: "",
  uploaded_at: "2026-11-18T14:00:00Z",
  uploaded_by: "uploader1",
  status: "READY FOR REVIEW",
  waiting_on: "reviewer",
  waiting_since: "2026-11-18T14:00:00Z",
  n_total: 10,
  metadata,
  mapping: {},
  run,
  review_state: { step: "open", reviewer: "" },
  actions: { review: { allowed: true } },
  version: 1,
  ...part,
});

/** Of a file that passed. */
export const findings = (part: Partial<ReviewFindings> = {}): ReviewFindings => ({
  id: "u1",
  dataset_name: "North HF",
  run_id: "r2",
  verdict: "pass",
  steps: 14,
  warnings: [],
  not_measured: [],
  doubts: [],
  ...part,
});

/** A client that knows what the consortium decided, what it calls a field, and what QC found in files. */
export function knowing(part: Partial<ConsortiumSettings["settings"]> = {}, found = [findings()]): QueryClient {
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  });
  const defaults = { fd: 0.2, adj: "none" as const, noind: false };
  client.setQueryData(consortiumQuery.queryKey, {
    settings: { reviewers: 1, checklist: [], qc: { defaults }, ...part },
    thresholds: [],
    changes: [],
    may_change: false,
    version: 0,
  } satisfies ConsortiumSettings);
  client.setQueryData(findingsQuery(found.map(({ id }) => id)).queryKey, { items: found });
  const beta = { field: "beta", label: "Beta", description: "", needed: true, instead: [], headers: [] };
  client.setQueryData(columnsQuery.queryKey, { items: [beta] });
  return client;
}
