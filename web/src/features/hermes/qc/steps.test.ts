import { describe, expect, it } from "vitest";
import { stepTitle } from "@/api/qcStep";
import type { QcReport, QcStep } from "./report";
import { sound } from "./soundReport";
import { evidenceOf, metricWords, outcomeOf, verdictWords } from "./steps";

const chromosomes = (rows: number) => [{ chromosome: 1, name: "1", rows, clean: rows, panel: 0 }];
const report = (part: Partial<QcReport> = {}): QcReport => ({ ...sound, chromosomes: chromosomes(9), ...part });

const step = (part: Partial<QcStep>): QcStep => ({
  name: "reading",
  verdict: "pass",
  metrics: {},
  messages: [],
  ...part,
});

describe("steps in words", () => {
  it.each<[string, Partial<QcStep>, string, string, string]>([
    ["rows", { name: "reading", metrics: { rows_in: 20175454 } }, "Reading", "20,175,454 rows", "waterfall"],
    ["one row", { name: "reading", metrics: { rows_in: 1 } }, "Reading", "1 row", "waterfall"],
    ["lambda", { name: "inflation", metrics: { lambda_gc: 1.1123 } }, "Inflation", "λ 1.112", "qq"],
    ["correlation", { name: "pz", metrics: { r: 0.91234 } }, "P–Z", "r 0.912", "pz"],
    [
      "filters count what they left out, not what they told or measured",
      { name: "filters", metrics: { low_mac: 5, low_info: 2, warn_se: 9, largest: 70 } },
      "Filters",
      "7 rows left out",
      "waterfall",
    ],
    ["one repeated", { name: "duplicates", metrics: { duplicates: 1 } }, "Duplicates", "1 row repeated", "waterfall"],
    ["panel", { name: "alleles", metrics: { share_matched: 0.9712 } }, "Alleles", "97.1 % in the panel", "waterfall"],
    [
      "almost all",
      { name: "alleles", metrics: { share_matched: 0.99996 } },
      "Alleles",
      "> 99.9 % in the panel",
      "waterfall",
    ],
    ["all", { name: "alleles", metrics: { share_matched: 1 } }, "Alleles", "100 % in the panel", "waterfall"],
    [
      "a warning without its number",
      { name: "inflation", metrics: { lambda_gc: null }, verdict: "warn" },
      "Inflation",
      "see the warning",
      "qq",
    ],
    ["not measured", { name: "frequency", verdict: "not measured" }, "Frequency", "not measured", "eaf"],
    [
      "chromosome X",
      { name: "completeness", metrics: { autosomes: 22, chromosome_x: 3 } },
      "Completeness",
      "22 autosomes and X",
      "chromosomes",
    ],
    [
      "one autosome",
      { name: "completeness", metrics: { autosomes: 1, chromosome_x: 0 } },
      "Completeness",
      "1 autosome",
      "chromosomes",
    ],
    [
      "X alone",
      { name: "completeness", metrics: { autosomes: 0, chromosome_x: 3 } },
      "Completeness",
      "chromosome X alone",
      "chromosomes",
    ],
    ["one locus", { name: "leads", metrics: { leads: 1 } }, "Lead variants", "1 locus", "manhattan"],
    [
      "regression on LD scores",
      { name: "ld_score_regression", metrics: { intercept: 1.01851, intercept_se: 0.04893, h2: 0.03102 } },
      "LD score regression",
      "intercept 1.019 (SE 0.049) · h² 0.031",
      "qq",
    ],
    [
      "regression without a heritability",
      { name: "ld_score_regression", metrics: { intercept: 1.01851, intercept_se: 0.04893, h2: null } },
      "LD score regression",
      "intercept 1.019 (SE 0.049)",
      "qq",
    ],
    ["SE–N", { name: "se_n", metrics: { ratio: 0.98765 } }, "SE–N", "ratio 0.99", "sen"],
    ["a step of a later version", { name: "new_step" }, "new step", "passed", "waterfall"],
  ])("%s", (_, part, title, metric, evidence) => {
    const of = step(part);
    expect([stepTitle(of.name), metricWords(of, report()), evidenceOf(of)]).toEqual([title, metric, evidence]);
  });
});

describe("none has passed that measured nothing", () => {
  const nothing = { rows_clean: 0, chromosomes: chromosomes(0) };
  it.each<[string, QcStep["metrics"], object]>([
    ["inflation", { lambda_gc: null }, {}],
    ["pz", { r: null, compared: 0 }, {}],
    ["ld_score_regression", {}, {}],
    ["se_n", {}, {}],
    ["sample_size", { n_max: null }, {}],
    ["alleles", { share_matched: null }, {}],
    ["frequency", {}, {}],
    ["leads", { leads: 0 }, nothing],
    ["filters", {}, nothing],
    ["duplicates", { duplicates: 0 }, nothing],
    ["build", { declared: "GRCh37" }, nothing],
  ])("%s", (name, metrics, part) => {
    const of = step({ name, metrics });
    expect(outcomeOf(of, report(part))).toBe("not measured");
    expect(outcomeOf({ ...of, verdict: "warn" }, report(part))).toBe("warn");
    expect(metricWords(of, report(part))).toBe("not measured");
  });

  it("says so at the top as well", () => {
    const of = (...verdicts: QcStep["verdict"][]) =>
      verdictWords(report({ steps: verdicts.map((verdict, i) => step({ name: `s${i}`, verdict })) }));
    expect(of("pass", "pass")).toBe("All steps passed");
    expect(of("warn", "pass")).toBe("1 warning");
    expect(of("fail", "warn", "warn")).toBe("1 failed step, 2 warnings");
    expect(of("pass", "not measured")).toBe("1 step passed, 1 step not measured");
    expect(of("warn", "not measured", "not measured")).toBe("1 warning, 2 steps not measured");
    expect(of("not measured")).toBe("1 step not measured");
    expect(of()).toBe("No step was measured");
  });
});
