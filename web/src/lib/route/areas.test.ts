import { describe, expect, test } from "vitest";
import type { Grants } from "../permission";
import { type AreaName, areaOf, areas, areasOf, type Entry, visibleItems } from "./areas";
import { currency } from "./current";

const roles: Record<string, Grants> = {
  admin: { roles: ["admin"], permissions: [] },
  reviewer: {
    roles: ["reviewer"],
    permissions: ["viewAllUploads", "approveUpload", "deleteDataset", "runMetaAnalysis", "addUser", "uploadData"],
  },
  analyst: { roles: ["analyst"], permissions: ["viewAllUploads"] },
  uploader: { roles: ["uploader"], permissions: ["uploadData"] },
  curator: { roles: ["curator"], permissions: ["viewAllDatasets", "editAllDatasets"] },
  "sgc-reviewer": {
    roles: ["sgc-reviewer"],
    permissions: ["sgc-review-data", "sgc-review-ma", "sgc-add-user", "sgc-upload-data"],
  },
  "sgc-uploader": { roles: ["sgc-uploader"], permissions: ["sgc-upload-data"] },
  "manager of users": { roles: [], permissions: ["manage_users"] },
};

/** The menu in one line: "Cohorts, More (Users)". */
function menu(area: AreaName, role: string): string {
  const items = visibleItems(areas[area].items, roles[role] as Grants);
  return items
    .map((item) => ("entries" in item ? `${item.label} (${item.entries.map((e) => e.label).join(", ")})` : item.label))
    .join(", ");
}

const tools = "Tools";
const consortium = "Cohorts, Phenotypes, Case totals, Users, More (Completeness, Archive)";
const help = "Help (Documentation, API reference, Example file)";

describe("menus by role", () => {
  test.each<[AreaName, string, string]>([
    ["hermes", "admin", "Dashboard, Submissions, Meta-analyses, Freezes, Phenotypes, Notices, Settings, Users"],
    ["hermes", "reviewer", "Dashboard, Submissions, Meta-analyses, Freezes, Phenotypes, Notices, Settings, Users"],
    ["hermes", "analyst", "Dashboard, Submissions, Meta-analyses, Freezes, Phenotypes, Notices"],
    ["hermes", "uploader", "Submissions, Phenotypes, Notices"],
    ["hermes", "curator", "Submissions, Phenotypes, Notices"],
    ["sgc", "admin", consortium],
    ["sgc", "sgc-reviewer", consortium],
    ["sgc", "manager of users", "Cohorts, Phenotypes, Users"],
    ["sgc", "sgc-uploader", "Cohorts, Phenotypes"],
    [
      "datasets",
      "admin",
      `Data sets, Create, ${tools}, ${help}, Administration (Overview, Users, Names and logos, Rules for results, Storage by account, Audit trail, Reference data, First steps)`,
    ],
    ["datasets", "curator", `Data sets, Create, ${tools}, ${help}`],
    ["datasets", "reviewer", `Data sets, Create, ${tools}, ${help}`],
  ])("%s, %s: %s", (area, role, want) => expect(menu(area, role)).toBe(want));
});

describe("areas that a person may enter", () => {
  const user = (...names: string[]) => ({ groups: names, areas: names });
  test.each([
    ["an administrator", { user: user("hermes", "sgc", "datasets"), hasSgcToken: false }, "HERMES, SGC, Registry"],
    ["an uploader of HERMES", { user: user("hermes"), hasSgcToken: false }, "HERMES"],
    ["the same with a token of SGC", { user: user("hermes"), hasSgcToken: true }, "HERMES, SGC"],
    ["a cohort contact", { user: null, hasSgcToken: true }, "SGC"],
    ["nobody", { hasSgcToken: false }, ""],
  ])("%s", (_who, person, want) =>
    expect(
      areasOf(person)
        .map((area) => area.label)
        .join(", "),
    ).toBe(want),
  );
});

describe("where one is", () => {
  const entry = (area: AreaName, label: string): Entry => {
    const all = areas[area].items.flatMap((item) => ("entries" in item ? item.entries : [item]));
    return all.find((candidate) => candidate.label === label) as Entry;
  };
  test.each<[AreaName, string, string, "page" | "true" | undefined]>([
    ["hermes", "Submissions", "/hermes", "page"],
    ["hermes", "Submissions", "/hermes/", "page"],
    ["hermes", "Submissions", "/hermes/qc/x", "true"],
    ["hermes", "Submissions", "/hermes/ma", undefined],
    ["hermes", "Submissions", "/hermes/changepassword", undefined],
    ["hermes", "Meta-analyses", "/hermes/ma/new", "true"],
    ["hermes", "Users", "/hermes/users", "page"],
    ["sgc", "Cohorts", "/sgc/edit/c1", "true"],
    ["sgc", "Cohorts", "/sgc/phenotypes", undefined],
    ["sgc", "Phenotypes", "/sgc/phenotype-case-totals", undefined],
    ["datasets", "Data sets", "/datasets/d1", "true"],
    ["datasets", "Tools", "/minibioindex/i1", "true"],
    ["datasets", "Tools", "/tools/r1", "true"],
    ["datasets", "API reference", "/api/docs", undefined],
  ])("%s, %s at %s", (area, label, path, want) => expect(currency(entry(area, label), path)).toBe(want));

  test.each([
    ["/hermes/ma", "hermes"],
    ["/hermesx", "datasets"],
    ["/sgc", "sgc"],
    ["/tools", "datasets"],
  ])("%s belongs to %s", (path, area) => expect(areaOf(path)).toBe(area));
});
