import { screen } from "@testing-library/react";
import * as tus from "tus-js-client";
import { vi } from "vitest";
import type { Schemas } from "@/api/client";
import type { Dataset } from "@/api/datasets/datasets";
import { writeDraft } from "@/lib/browser/draft";
import type { Answer } from "@/test-app";
import { contributor, dataset, open as openPage, sha256 } from "../page/testing";
import { filesDraft, newTask, type Task } from "./tasks";

/** Uploads that were begun since watchUploads; none is sent. */
export const sent: tus.Upload[] = [];

/** Keeps uploads from being sent; for before each test. */
export function watchUploads(): void {
  sent.length = 0;
  vi.spyOn(tus.Upload.prototype, "start").mockImplementation(function (this: tus.Upload) {
    sent.push(this);
  });
  vi.spyOn(tus.Upload.prototype, "abort").mockResolvedValue();
  vi.spyOn(tus.Upload.prototype, "findPreviousUploads").mockResolvedValue([]);
}

export const mine = { account: contributor.id, object: "d1" };
export const empty = dataset({ phenotypes: [] });

export const inspection: Schemas["Inspection"] = {
  format: "FinnGen",
  compression: "gzip",
  delimiter: "tab",
  encoding: "UTF-8",
  build: { guess: "hg19", known: 7, at_37: 7, at_38: 0 },
  columns: [
    { field: "chromosome", column: "chrom", confidence: "certain" },
    { field: "effect_allele", column: "alt", confidence: "ask", question: "Is alt the effect allele?" },
  ],
  questions: [
    {
      fields: ["effect_allele"],
      question: "Is alt the effect allele?",
      evidence: ["The name alt is used for it, but also for other fields."],
      options: [{ label: "Yes, use alt", columns: { effect_allele: "alt" } }],
    },
  ],
  totals: {},
  rows_looked_at: 1,
  unmapped: [],
  findings: [],
  header: ["chrom", "alt"],
  sample_rows: [["16", "A"]],
};

const doc = (field: string) => ({ field, label: field, description: "", needed: true, instead: [], headers: [field] });
const known = [
  { name: "CD", description: "Crohn's disease", group: "Gut", dichotomous: true, datasets: 1 },
  { name: "BMI", description: "Body mass index", group: "Body", dichotomous: false, datasets: 3 },
];

export const held = (change: Partial<Schemas["PendingUpload"]> = {}): Schemas["PendingUpload"] => ({
  id: "up1",
  file_name: "crohns.tsv.gz",
  size: 900,
  offset: 900,
  complete: true,
  sha256,
  created_at: "2026-11-21T08:00:00Z",
  expires_at: "2026-11-28T08:00:00Z",
  ...change,
});

export function open(of: Dataset, answers: Record<string, Answer> = {}) {
  return openPage(of, "/datasets/d1?edit=true&step=files", {
    "GET /api/uploads/": { items: [] },
    "GET /api/studies": { items: [], total: 0 },
    "GET /api/phenotypes": { items: known, total: known.length },
    "POST /api/sumstats/preview": inspection,
    "GET /api/sumstats/columns": { items: [doc("chromosome"), doc("effect_allele")] },
    ...answers,
  });
}

/** A file that an earlier visit stored and began to describe. */
export function kept(change: Partial<Task> = {}) {
  const task = { ...newTask("k1", { kind: "phenotype" }), file: { name: "crohns.tsv.gz", size: 900 }, uploadId: "up1" };
  writeDraft(filesDraft, mine, { content: { tasks: [{ ...task, ...change }] }, savedAt: 1 });
}

export const box = (name: RegExp) => screen.findByRole("textbox", { name });
export const button = (name: RegExp | string) => screen.findByRole("button", { name });
