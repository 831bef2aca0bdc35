import { vi } from "vitest";
import type { Schemas } from "@/api/client";
import type { Cohort, CohortRow, FileCheck, Finding, SgcFile, SgcKind } from "@/api/sgc/sgc";
import { type Answer, refused, renderApp } from "@/test-app";
import { kinds } from "../kinds";

/** A user who submits counts. */
export const uploader = {
  id: "u1",
  username: "ada@example.org",
  roles: ["sgc-uploader"],
  permissions: ["sgc-upload-data"],
};

export const reviewer = {
  id: "r1",
  username: "rae@example.org",
  roles: ["sgc-reviewer"],
  permissions: ["sgc-upload-data", "sgc-review-data"],
};

/** The application for a signed-in user of the area. */
export function open(address: string, answers: Record<string, Answer>, who: object = uploader) {
  localStorage.setItem("sgcAuthToken", "sgc-token");
  return renderApp(address, {
    "GET /api/is-logged-in": () => refused(401, "Sign in."),
    "GET /api/auth/verify/": { user: who },
    ...answers,
  });
}

export function cohortRow(change: Partial<CohortRow> = {}): CohortRow {
  return {
    id: "c1",
    name: "Lakeland Biobank",
    owner: "ada@example.org",
    total_sample_size: 211_728,
    number_of_males: 73_012,
    number_of_females: 138_716,
    status: "incomplete",
    kinds: ["cases_controls_male", "cases_controls_female", "cooccurrence_male"],
    created_at: "2026-11-01T12:00:00Z",
    last_activity_at: "2026-11-20T12:00:00Z",
    can: ["edit", "transfer"],
    ...change,
  };
}

export function cohortList(items: CohortRow[], change: Partial<Schemas["SgcCohortList"]> = {}) {
  const count = (status: string) => items.filter((row) => row.status === status).length;
  const summary = {
    cohorts: items.length,
    validated: count("validated"),
    complete: count("complete"),
    incomplete: count("incomplete"),
    people: items.reduce((sum, row) => sum + row.total_sample_size, 0),
  };
  return { items, total: items.length, summary, ...change };
}

export function sgcFile(kind: SgcKind, change: Partial<SgcFile> = {}): SgcFile {
  return {
    kind,
    version: 1,
    current: true,
    file_name: `${kind}.csv`,
    size: 300,
    rows: 5,
    sha256: "",
    stored_sha256: "ab".repeat(32),
    warnings: 0,
    uploaded_by: "ada@example.org",
    uploaded_at: "2026-11-20T12:00:00Z",
    ...change,
  };
}

const answers = {
  phenotype_coding_system: "ICD-10",
  phenotype_mapping_issues: "None",
  cohort_approval_requirements: "None",
  summary_stats_restrictions: "None",
  summary_stats_publication_availability: "yes",
  summary_stats_consortium_availability: "maybe",
  other_notes: "None",
} as const;

/** A cohort of 1,000 people with its questionnaire, and the files that are named. */
export function cohort(files: SgcFile[] = [], change: Partial<Cohort> = {}): Cohort {
  const there = files.filter((file) => file.current).map((file) => file.kind);
  return {
    id: "c1",
    name: "Lakeland Biobank",
    owner: "ada@example.org",
    co_owners: [],
    total_sample_size: 1000,
    number_of_males: 400,
    number_of_females: 600,
    cohort_metadata: answers,
    status: there.length === kinds.length ? "complete" : "incomplete",
    validated: false,
    validated_at: null,
    version: 3,
    created_at: "2026-11-01T12:00:00Z",
    updated_at: "2026-11-20T12:00:00Z",
    last_activity_at: "2026-11-20T12:00:00Z",
    files,
    tasks: [
      { task: "metadata", done: true },
      ...kinds.map((kind) => ({ task: kind, done: there.includes(kind), missing: `The file ${kind} is missing.` })),
    ],
    findings: [],
    history: [{ at: "2026-11-20T12:00:00Z", by: "ada@example.org", action: "registered", detail: "" }],
    can: ["edit", "transfer"],
    ...change,
  };
}

export const casesHeader = ["phenotype", "cases", "controls"];

/** The server's answer about a table of cases with the rows `cells`. */
export function fileCheck(cells: string[][], findings: Finding[] = [], header = casesHeader): FileCheck {
  const count = (severity: Finding["severity"]) => findings.filter((one) => one.severity === severity).length;
  const by_code: Record<string, number> = {};
  for (const { code } of findings) by_code[code] = (by_code[code] ?? 0) + 1;
  return {
    header,
    mapping: Object.fromEntries(casesHeader.map((field, at) => [field, header[at] ?? field])),
    report: { findings, by_code, blocking: count("block"), warnings: count("warn") },
    rows: cells.length,
    grid: cells.map((row, at) => ({ line: at + 2, cells: row })),
  };
}

/** A code that the consortium does not know, with the nearest one. */
export function unknownCode(line: number, value: string, suggestion: string, column = "phenotype"): Finding {
  const message = `Line ${line}: "${value}" is not a phenotype of the consortium. Did you mean ${suggestion}?`;
  return { severity: "block", code: "phenotype_unknown", message, line, column, field: "phenotype", value, suggestion };
}

/** Cells of a tab-separated body that was sent. */
export async function sentCells(request: Request | undefined): Promise<string[][]> {
  const text = (await request?.text()) ?? "";
  return text
    .trimEnd()
    .split("\n")
    .map((line) => line.split("\t"));
}

/** Holds back what the page hands to the browser as a download; a test's browser would leave the page. */
export function downloads(): { name: string; body: Blob }[] {
  const saved: { name: string; body: Blob }[] = [];
  let last: Blob | undefined;
  vi.spyOn(URL, "createObjectURL").mockImplementation((body) => {
    last = body as Blob;
    return "blob:saved";
  });
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    if (last) saved.push({ name: this.download, body: last });
  });
  return saved;
}
