import { screen } from "@testing-library/react";
import type { HermesUploadRow } from "@/api/hermes/hermes";
import { type Answer, person, renderApp } from "@/test-app";
import { defaultOptions } from "./draft";

/** An accepted submission; its id is its name. */
export const upload = (id: string): Partial<HermesUploadRow> => ({
  id,
  phenotype: "HF",
  ancestry: "EU",
  sex: "both",
  cohort: id,
  genome_build: "hg19",
  file_name: `${id}.txt`,
  status: "REVIEW APPROVED",
  dataset_name: id,
  n_total: 100,
  run: { id: `run of ${id}` } as HermesUploadRow["run"],
});

/** As the server lists it. */
export const standing = {
  id: "m1",
  name: "HF, January",
  phenotype: "HF",
  status: "COMPLETED",
  created_at: "2026-01-02T10:00:00Z",
  created_by: "ada",
  options: defaultOptions,
  inputs: ["North", "South"].map((id) => ({ upload_id: id, run_id: `run of ${id}`, dataset_name: id })),
};

/** Opens the wizard for a reviewer, with two accepted submissions. */
export function open(id: string, more: Record<string, Answer> = {}, at = "/hermes/ma/new") {
  const reviewer = person({ id, roles: ["reviewer"], permissions: ["runMetaAnalysis", "viewAllUploads"] });
  return renderApp(at, {
    "GET /api/is-logged-in": reviewer,
    "GET /api/hermes/uploads": { items: [upload("North"), upload("South")], total: 2 },
    "GET /api/hermes/phenotypes": { items: [] },
    "GET /api/hermes/meta-analyses": { items: [standing], total: 1 },
    "POST /api/hermes/metal-script": {
      files: ["data/North.txt.gz", "absent.txt"],
      scheme: "samplesize",
      genomic_control: false,
      min_studies: 1,
      maf: 0.05,
      info: 0,
      palindromic: "keep",
      findings: [{ line: 3, text: "OVERLAP ON", message: "not available", changes_result: true }],
    },
    "GET /api/hermes/meta-cautions": { items: [] },
    "GET /api/hermes/found-overlaps": { items: [], left: 0 },
    ...more,
  });
}

export const heartFailure = () => screen.findByRole("radio", { name: /HF/ });
