import { readFileSync } from "node:fs";
import type { Dataset, DatasetCheck, DatasetCodes, DatasetFile, DatasetPhenotype } from "@/api/datasets/datasets";
import { type Answer, person, renderApp } from "@/test-app";
import type { RowsReport } from "./report";

/** A user who registers data sets. */
export const contributor = person({
  user_name: "ada",
  roles: ["contributor"],
  groups: ["datasets"],
  permissions: [],
  areas: ["datasets"],
});

export const sha256 = "5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef";

export function check(change: Partial<DatasetCheck> = {}): DatasetCheck {
  return {
    id: "c1",
    file_id: "f1",
    status: "passed",
    build: "grch38",
    job_id: "j1",
    created_by: "ada",
    created_at: "2026-11-20T10:00:00Z",
    finished_at: "2026-11-20T10:01:00Z",
    rows_in: 1000,
    rows_clean: 990,
    lambda_gc: 1.043,
    ...change,
  };
}

/** The report of a check of all rows: one from the engine's own tests, with changes. */
export const rowsReport = (part: Partial<RowsReport> = {}): RowsReport => ({
  ...(JSON.parse(readFileSync("../internal/gwas/qc/testdata/report.json", "utf8")) as RowsReport),
  findings: [],
  ...part,
});

export function dataFile(change: Partial<DatasetFile> = {}): DatasetFile {
  return {
    id: "f1",
    kind: "d",
    parent_id: "p1",
    phenotype: "Crohn's disease",
    version: 1,
    current: true,
    file_name: "crohns.tsv.gz",
    size: 12_300_000,
    sha256,
    short_id: "AbCd12",
    path: "/api/d/AbCd12",
    downloads: 14,
    uploaded_by: "ada",
    uploaded_at: "2026-11-20T09:58:00Z",
    genome_build: "grch38",
    ...change,
  };
}

export function phenotype(change: Partial<DatasetPhenotype> = {}): DatasetPhenotype {
  return {
    id: "p1",
    phenotype: "CD",
    description: "Crohn's disease",
    dichotomous: true,
    sample_size: 24_204,
    cases: 1204,
    controls: 23_000,
    created_at: "2026-11-20T09:57:00Z",
    credible_sets: [],
    versions: 1,
    ...change,
  };
}

const can = { edit: true, share: true, transfer: true, delete: true, restore: false };

export function dataset(change: Partial<Dataset> = {}): Dataset {
  return {
    id: "d1",
    title: "Crohn's disease, Lakeland Biobank",
    name: "Bentham-2015_SLE_EU_Mixed",
    study_id: "s1",
    study: {
      id: "s1",
      name: "Lakeland Biobank",
      institution: "Lakeland University",
      created_by: "ada",
      created_at: "2026-11-01T10:00:00Z",
      version: 1,
      can_edit: true,
    },
    data_source_type: "file",
    data_type: "gwas",
    genome_build: "grch38",
    ancestry: "EU",
    ancestry_counts: [{ ancestry: "EU", n: 24_204, detail: "Finnish" }],
    sex: "mixed",
    global_sample_size: 24_204,
    status: "pre",
    data_submitter: "Ada Moss",
    data_submitter_email: "ada@example.org",
    description: "First line\nSecond line",
    pub_id: "26502338",
    publication: "Bentham et al. 2015",
    publication_url: "https://pubmed.ncbi.nlm.nih.gov/26502338/",
    terms: [{ curie: "EFO:0000384", label: "Crohn's disease" }],
    owner: "ada",
    co_owners: ["bo"],
    sharing: "private",
    people: [],
    groups: [],
    created_at: "2026-11-20T09:00:00Z",
    updated_at: "2026-11-20T09:58:00Z",
    updated_by: "ada",
    version: 4,
    can,
    phenotypes: [phenotype({ file: dataFile({ check: check() }) })],
    citation: "Ada Moss. Bentham-2015_SLE_EU_Mixed. Cohortium, 2026.",
    completeness: [],
    ...change,
  };
}

export const codes: DatasetCodes = {
  data_type: [{ value: "gwas", label: "GWAS" }],
  genome_build: [{ value: "grch38", label: "GRCh38" }],
  ancestry: [{ value: "EU", label: "European" }],
  sex: [{ value: "mixed", label: "Mixed" }],
  status: [{ value: "pre", label: "Pre-publication" }],
  data_source_type: [{ value: "file", label: "File" }],
  sharing: [{ value: "private", label: "Private" }],
};

/** The page of the data set d1 for a signed-in user of the area. */
export function open(of: Dataset, address = "/datasets/d1", answers: Record<string, Answer> = {}) {
  return renderApp(address, {
    "GET /api/is-logged-in": contributor,
    "GET /api/dataset-codes": codes,
    "GET /api/datasets/d1": of,
    "GET /api/datasets/d1/metadata/schema-org": {
      "@context": "https://schema.org/",
      "@type": "Dataset",
      name: of.name,
    },
    ...answers,
  });
}
