import { describe, expect, it } from "vitest";
import { parseReport, type QcStep, unexplainedRows } from "./report";
import { evidenceOf, metricWords, stepTitle, verdictWords } from "./words";

const smallest = { rows_in: 10, rows_clean: 7, build: "GRCh37", verdict: "warn" };

const step = (part: Partial<QcStep>): QcStep => ({
  name: "reading",
  verdict: "pass",
  metrics: {},
  messages: [],
  ...part,
});

describe("parseReport", () => {
  it("reads null lists and numbers as the server writes them for an empty file", () => {
    const report = parseReport({
      ...smallest,
      lambda_gc: null,
      waterfall: null,
      lead_variants: null,
      steps: [{ name: "reading", verdict: "fail", metrics: null, messages: null }],
      panel: null,
    });
    expect(report.lead_variants).toEqual([]);
    expect(report.steps[0]?.messages).toEqual([]);
  });

  it("says where a report does not fit", () => {
    expect(() => parseReport({ ...smallest, verdict: "maybe" })).toThrow(/verdict/);
  });
});

describe("unexplainedRows", () => {
  const row = (reason: string, count: number) => ({ reason, count, sentence: reason, lines: [] });
  it.each([
    ["adds up", [row("duplicate", 2), row("low_maf", 1)], 0],
    ["rows are missing", [row("duplicate", 2)], 1],
    ["rows are counted twice", [row("duplicate", 2), row("low_maf", 3)], -2],
  ])("%s", (_, waterfall, rows) => {
    expect(unexplainedRows(parseReport({ ...smallest, waterfall }))).toBe(rows);
  });
});

describe("steps in words", () => {
  it.each<[string, Partial<QcStep>, string, string, string]>([
    ["rows", { name: "reading", metrics: { rows_in: 20175454 } }, "Reading", "20,175,454 rows", "waterfall"],
    ["lambda", { name: "inflation", metrics: { lambda_gc: 1.1123 } }, "Inflation", "λ 1.112", "qq"],
    ["correlation", { name: "pz", metrics: { r: 0.99991 } }, "P–Z", "r 0.9999", "pz"],
    [
      "filters",
      { name: "filters", metrics: { low_mac: 5, low_info: 2, warn_se: 9 } },
      "Filters",
      "7 left out",
      "waterfall",
    ],
    ["panel", { name: "alleles", metrics: { share_matched: 0.9712 } }, "Alleles", "97.1 % in the panel", "waterfall"],
    [
      "unknown number",
      { name: "inflation", metrics: { lambda_gc: null }, verdict: "warn" },
      "Inflation",
      "see the warning",
      "qq",
    ],
    ["skipped", { name: "frequency", skipped: true }, "Frequency", "not possible", "eaf"],
    [
      "chromosome X",
      { name: "completeness", metrics: { autosomes: 22, chromosome_x: 3 } },
      "Completeness",
      "22 autosomes and X",
      "chromosomes",
    ],
    ["a step of a later version", { name: "new_step" }, "new step", "passed", "waterfall"],
  ])("%s", (_, part, title, metric, evidence) => {
    const of = step(part);
    expect([stepTitle(of), metricWords(of), evidenceOf(of)]).toEqual([title, metric, evidence]);
  });

  it.each<[QcStep["verdict"][], string]>([
    [["pass", "pass"], "All steps passed"],
    [["warn", "pass"], "1 warning"],
    [["fail", "warn", "warn"], "1 failed step, 2 warnings"],
  ])("verdicts %s", (verdicts, words) => {
    const steps = verdicts.map((verdict, i) => step({ name: `s${i}`, verdict }));
    expect(verdictWords(parseReport({ ...smallest, steps }))).toBe(words);
  });
});
