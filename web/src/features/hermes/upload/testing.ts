import { screen } from "@testing-library/react";
import type { Schemas } from "@/api/client";
import { writeDraft } from "@/lib/browser/draft";
import { type Answer, analyst } from "@/test-app";
import { uploadDraft } from "./draft";
import { fromMetadata } from "./metadata";

const column = (field: string, name: string, confidence: "certain" | "ask" = "certain") => ({
  field,
  column: name,
  confidence,
});

export const inspection: Schemas["Inspection"] = {
  format: "FinnGen",
  compression: "gzip",
  delimiter: "tab",
  encoding: "UTF-8",
  build: { guess: "GRCh37", known: 14, at_37: 14, at_38: 0 },
  columns: [
    column("chromosome", "#chrom"),
    { ...column("effect_allele", "alt", "ask"), question: "Is alt the effect allele?" },
    column("beta", "beta"),
  ],
  questions: [
    {
      fields: ["effect_allele"],
      question: "Is alt the effect allele?",
      evidence: ["FinnGen reports the effect of alt."],
      options: [{ label: "Yes, use alt", columns: { effect_allele: "alt" } }],
    },
  ],
  totals: {},
  rows_looked_at: 1,
  unmapped: [],
  findings: [],
  header: ["#chrom", "alt", "beta"],
  sample_rows: [["1", "A", "0.1"]],
};

export const metadata: Schemas["HermesMetadata"] = {
  dataSetName: "Lakeland HF",
  cohort: "Lakeland",
  phenotype: "HF",
  ancestry: "EU",
  sex: "B",
  totalSampleSize: 1000,
  genomeBuild: "hg19",
};

const choice = (value: string) => ({ value, label: value });
const doc = (field: string) => ({ field, label: field, description: "", needed: true, instead: [], headers: [field] });

export const server: Record<string, Answer> = {
  "GET /api/version": { version: "1", commit: "c", max_upload_bytes: 1000, chunk_bytes: 100, demo: false },
  "GET /api/hermes/phenotypes": { items: [{ name: "HF", description: "Heart failure", dichotomous: true }] },
  "GET /api/hermes/portal-config": {
    target_genome_build: "hg19",
    ancestries: [choice("EU")],
    sexes: [choice("B")],
    case_ascertainments: [],
    case_types: [],
    effect_scales: [{ value: "units", label: "Unit of the trait" }],
    genome_builds: [choice("hg19")],
    qc_defaults: { fd: 0.2, adj: "none", noind: false },
    panels: [],
  },
  "GET /api/sumstats/columns": { items: [doc("chromosome"), doc("effect_allele"), doc("beta")] },
  "GET /api/hermes/uploads": { items: [], total: 0, summary: {} },
  "GET /api/uploads/": { items: [] },
  "GET /api/hermes/vocabularies": {
    items: [
      {
        field: "cohort",
        values: [
          { value: "Lakeland", used: 3 },
          { value: "UK Biobank", used: 0 },
        ],
      },
    ],
  },
};

export const mine = { account: analyst.id, object: "new" };

/** A file that is stored, recognised and described: everything is ready to be submitted. */
export function drafted(decided: string[] = ["effect_allele"]): Record<string, Answer> {
  const mapping = { chromosome: "#chrom", effect_allele: "alt", beta: "beta" };
  const file = { name: "lakeland.gz", size: 900 };
  const content = { values: fromMetadata(metadata), mapping: { mapping, decided }, file, uploadId: "up1", inspection };
  writeDraft(uploadDraft, mine, { content, savedAt: 1 });
  const held = {
    id: "up1",
    file_name: file.name,
    size: 900,
    offset: 900,
    complete: true,
    created_at: "",
    expires_at: "2026-12-01T00:00:00Z",
  };
  return { ...server, "GET /api/uploads/": { items: [held] } };
}

export const button = (name: RegExp) =>
  screen.findAllByRole("button", { name }).then(([first]) => first as HTMLElement);
