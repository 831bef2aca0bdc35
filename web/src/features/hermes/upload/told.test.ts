import { describe, expect, test } from "vitest";
import type { Inspection } from "@/api/hermes/hermes";
import { noValues } from "./metadata";
import { refilled, toldBy, toldHint } from "./told";

const largest = "The largest N of the file's first 10,000 rows.";
const inspection: Inspection = {
  format: "regenie",
  compression: "gzip",
  delimiter: "tab",
  encoding: "UTF-8",
  build: { guess: "grch38", known: 14, at_37: 0, at_38: 14 },
  columns: [],
  questions: [],
  unmapped: [],
  findings: [],
  header: ["N"],
  sample_rows: [],
  rows_looked_at: 10_000,
  program: "REGENIE",
  totals: { n: { value: 361_194, source: "rows", varies: true, reason: largest } },
};

test("what a file tells of itself", () => {
  expect(toldBy(inspection)).toEqual({
    genomeBuild: "grch38",
    totalSampleSize: "361194",
    cases: undefined,
    analysisSoftware: "REGENIE",
  });
});

describe("a new file", () => {
  const values = (change: Partial<typeof noValues>) => ({ ...noValues, ...change });

  test("fills in what is empty", () => {
    expect(refilled(noValues, {}, { totalSampleSize: "100" })).toEqual({
      values: { genomeBuild: "", cases: "", totalSampleSize: "100", analysisSoftware: "" },
      told: { totalSampleSize: "100" },
    });
  });

  test("never overwrites what a user typed, even if a file says the same", () => {
    const { values: filled, told } = refilled(values({ totalSampleSize: "90" }), {}, { totalSampleSize: "90" });
    expect(filled.totalSampleSize).toBeUndefined();
    expect(refilled(values({ totalSampleSize: "90" }), told, { totalSampleSize: "80" }).values.totalSampleSize).toBe(
      undefined,
    );
  });

  test("takes away or replaces what the file before it told and nobody changed", () => {
    const before = { totalSampleSize: "100", cases: "7" };
    const now = values({ totalSampleSize: "100", cases: "8" });
    expect(refilled(now, before, { totalSampleSize: "200", cases: "9" }).values).toMatchObject({
      totalSampleSize: "200",
    });
    expect(refilled(now, before, {}).values.totalSampleSize).toBe("");
    expect(refilled(now, before, {}).values.cases).toBeUndefined();
  });
});

describe("beside the field", () => {
  test.each([
    ["361194", `From the file. ${largest}`],
    ["361,194", largest],
    ["400000", `Stated in the file: 361,194. ${largest}`],
  ])("%s", (totalSampleSize, words) => {
    expect(toldHint("totalSampleSize", { ...noValues, totalSampleSize }, inspection)).toBe(words);
  });

  test("nothing where the file tells nothing", () => {
    expect(toldHint("cases", noValues, inspection)).toBeUndefined();
    expect(toldHint("cohort", noValues, inspection)).toBeUndefined();
    expect(toldHint("totalSampleSize", noValues, undefined)).toBeUndefined();
  });
});
