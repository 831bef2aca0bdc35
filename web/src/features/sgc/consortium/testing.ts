import { vi } from "vitest";
import type { Count, Pair, Phenotype, Total, TotalCohort } from "@/api/sgc/sgc";
import { type Answer, refused, renderApp } from "@/test-app";
import type { CompletenessRow } from "./completeness";

export const reviewer = {
  id: "r1",
  username: "rita@example.org",
  roles: ["sgc-reviewer"],
  permissions: ["sgc-review-data", "sgc-upload-data"],
};

export const contact = {
  id: "c1",
  username: "cy@example.org",
  roles: ["sgc-uploader"],
  permissions: ["sgc-upload-data"],
};

export const count = (low: number, high = low): Count => ({ low, high });

export function phenotype(code: string, change: Partial<Phenotype> = {}): Phenotype {
  return { code, description: `About ${code}`, aliases: [], retired: false, used_by: 0, version: 1, ...change };
}

const none = {
  cases: count(0),
  cases_hidden: 0,
  controls: count(0),
  controls_hidden: 0,
  effective_n: count(0),
  cohorts: 0,
};

export function total(code: string, change: Partial<Total> = {}): Total {
  return { code, description: `About ${code}`, retired: false, male: none, female: none, both: none, ...change };
}

export function pair(a: string, b: string, n: Count, of: Pick<Pair, "cohorts" | "hidden"> = {}): Pair {
  return { a, b, n, ...of };
}

export function behind(change: Partial<TotalCohort> = {}): TotalCohort {
  return {
    cohort_id: "k1",
    name: "Lakeland Biobank",
    owner: "ada@example.org",
    validated: true,
    sex: "male",
    cases: count(100),
    controls: count(900),
    effective_n: count(360),
    ...change,
  };
}

export function row(change: Partial<CompletenessRow> = {}): CompletenessRow {
  return {
    cohort_id: "k1",
    name: "Lakeland Biobank",
    owner: "ada@example.org",
    validated: false,
    metadata: true,
    files: [{ kind: "cases_controls_male", uploaded_at: "2026-11-09T12:00:00Z" }],
    last_activity_at: new Date(Date.now() - 12.2 * 86_400_000).toISOString(),
    ...change,
  };
}

const summary = { cohorts: 3, validated: 1, complete: 1, incomplete: 1, people: 211_728 };

/** Opens a page of the area as a reviewer, or as who is said. */
export function openSgc(address: string, answers: Record<string, Answer>, user: object = reviewer) {
  localStorage.setItem("sgcAuthToken", "sgc-token");
  return renderApp(address, {
    "GET /api/is-logged-in": () => refused(401, "Sign in."),
    "GET /api/auth/verify/": { user },
    "GET /api/sgc/cohorts": { items: [], total: 3, summary },
    ...answers,
  });
}

/** Catches downloads, which would otherwise navigate away from this page. */
export function catchSaves(): Blob[] {
  const saved: Blob[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
    saved.push(blob as Blob);
    return "blob:saved";
  });
  return saved;
}
