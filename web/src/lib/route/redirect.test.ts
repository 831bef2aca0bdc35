import { describe, expect, test } from "vitest";
import { safeRedirect } from "./redirect";

describe("safeRedirect", () => {
  test.each([
    "/hermes",
    "/hermes?status=%5B%22FAILED%20QC%22%5D&sort=-uploaded_at",
    "/hermes/new?id=ds_01",
    "/hermes/qc/01jabc9x",
    "/hermes/ma/new",
    "/hermes/ma/m1#loci",
    "/hermes?q=https://evil.example",
    "/hermes/",
    "/datasets?q=a%20b",
    "/datasets/ds01#files",
    "/sgc/edit/c1?step=2",
    "/admin/audit?actor=x",
    "/minibioindex/new",
  ])("keeps %s whole", (path) => {
    expect(safeRedirect(path)).toBe(path);
  });

  test.each([
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "https:evil.example",
    "https://evil.example",
    "https://host@evil.example",
    "https://host.evil.example",
    "javascript:alert(1)",
    "data:text/html,x",
    "/%2f%2fevil.example",
    "/%5cevil.example",
    "/\t/evil.example",
    "%0d%0aLocation:x",
    "/\uff0f/evil.example",
    "\uff0f\uff0fevil.example",
    `/hermes?q=${"a".repeat(10_000)}`,
    "a".repeat(10_000),
    "/hermes/../admin",
    "/hermes/qc/../../x",
    "/hermes/login",
    "/login",
    "/login/callback?code=x",
    "/login/reset#reset=x",
    "/sgc/login",
    "/register#invitation=x",
    "/profile/duties",
    "/",
    "/hermesx",
    "/datasets/a/b",
    "/datasets/..",
    "/datasets//evil.example",
    "/unknown",
    "/hermes\r\nLocation:x",
    "",
  ])("refuses %j", (path) => {
    expect(safeRedirect(path)).toBeUndefined();
  });

  test("refuses what is not text", () => {
    expect(safeRedirect(undefined)).toBeUndefined();
    expect(safeRedirect(["/hermes"])).toBeUndefined();
  });
});
