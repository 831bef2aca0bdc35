import { screen, within } from "@testing-library/react";
import type { DatasetCodes, DatasetFile, DatasetRow } from "@/api/datasets/datasets";
import { type Answer, person, renderApp } from "@/test-app";

export const curator = person({
  user_name: "curator1",
  roles: ["contributor"],
  groups: ["datasets"],
  permissions: [],
  areas: ["datasets"],
});

export const codes: DatasetCodes = {
  data_type: [
    { value: "gwas", label: "GWAS" },
    { value: "wgs", label: "Whole genome sequencing" },
  ],
  genome_build: [{ value: "hg19", label: "GRCh37 (hg19)" }],
  ancestry: [
    { value: "EU", label: "European" },
    { value: "EA", label: "East Asian" },
  ],
  sex: [{ value: "mixed", label: "Mixed" }],
  status: [{ value: "open", label: "Open access" }],
  data_source_type: [{ value: "file", label: "File" }],
  sharing: [{ value: "named", label: "Named people and groups" }],
};

const all = { edit: true, share: true, transfer: true, delete: true, restore: false };

export function row(id: string, change: Partial<DatasetRow> = {}): DatasetRow {
  return {
    id,
    name: `Set ${id}`,
    study: "Lakeland Biobank",
    institution: "Lakeland University",
    data_type: "gwas",
    genome_build: "hg19",
    ancestry: "EU",
    sex: "mixed",
    global_sample_size: 24_204,
    status: "open",
    sharing: "private",
    data_submitter: "Ada",
    owner: "curator1",
    phenotypes: ["Type 2 diabetes"],
    files: 2,
    bytes: 2_500_000,
    created_at: "2026-11-01T12:00:00Z",
    updated_at: "2026-11-20T12:00:00Z",
    version: 1,
    can: all,
    ...change,
  };
}

export function file(id: string, change: Partial<DatasetFile> = {}): DatasetFile {
  return {
    id,
    kind: "d",
    parent_id: "p1",
    phenotype: "Type 2 diabetes",
    version: 1,
    current: true,
    file_name: `${id}.tsv.gz`,
    size: 2_400_000,
    sha256: "00",
    short_id: "abc123",
    path: "/api/d/abc123",
    downloads: 7,
    uploaded_by: "curator1",
    uploaded_at: "2026-11-02T12:00:00Z",
    genome_build: "hg19",
    ...change,
  };
}

/** Opens the list over these rows. */
export function openList(rows: DatasetRow[], answers: Record<string, Answer> = {}, address = "/datasets") {
  return renderApp(address, {
    "GET /api/is-logged-in": curator,
    "GET /api/datasets": { items: rows, total: rows.length },
    "GET /api/dataset-codes": codes,
    "GET /api/dataset-views": { items: [] },
    "GET /api/studies": { items: [], total: 0 },
    "GET /api/phenotypes": { items: [], total: 0 },
    ...answers,
  });
}

/** Nothing is laid out here, so the kit takes a menu for one whose button has scrolled out of sight. */
export const hidden = true;

export const others = { edit: false, share: false, transfer: false, delete: false, restore: false };
export const t2d = row("d1", { name: "T2D in Lakeland" });
export const theirs = row("d2", { name: "Kidney GWAS", ancestry: "EA", sharing: "public", owner: "ben", can: others });

export async function dialog(name: string | RegExp) {
  return within(await screen.findByRole("dialog", { name, hidden }));
}

/** What the list was last asked for. */
export const queryOf = (asked: Request[]) =>
  new URL(asked.filter((request) => new URL(request.url).pathname === "/api/datasets").at(-1)?.url ?? "").searchParams;
