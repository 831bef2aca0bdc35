import { describe, expect, it } from "vitest";
import { colourOf, shapeOf } from "./signals";
import { locusTsv } from "./table";
import type { JudgedLocus, LocusReport, LocusSettings } from "./types";
import { checksOf, countsOf, methodWords } from "./verdict";

const settings = { ld: null, missing: "No LD.", linked_r2: 0.6 } as LocusSettings;
const locus = {
  region: "4:1-1000",
  lead: "rs1",
  verdict: "doubt",
  reasons: ["outliers"],
  sentences: ["Why."],
  studies: ["Valley"],
  n_linked: 3,
  n_outliers: 1,
  linked: [{ variant: "rs2", outlier: true, low_imputation_quality: false, share_of_n: 0.5, r2: 0.9 }],
  lead_share_of_n: 1,
  lambda: null,
  method: "susie",
  credible_sets: [
    { size: 2, coverage: 0.96, purity: 0.9, log_bayes_factor: 20, variants: [{ variant: "rs1", pip: 0.7 }] },
  ],
  variants: 2,
  variants_with_ld: 2,
} as unknown as LocusReport;

const data = {
  locus,
  variants: {
    position: [10, 20],
    effect_allele: ["A", "T"],
    other_allele: ["G", "C"],
    rsid: ["rs1", ""],
    neg_log_10_p_value: [9, 1],
    beta: [0.1, -0.2],
    standard_error: [0.01, null],
    n: [1000, 500],
    r: [1, null],
    dentist_s_neg_log_10_p: [null, 5.5],
    outlier: [false, true],
    pip: [0.7, 0.26],
    credible_set: [1, 0],
    log_bayes_factors: [
      [12.25, 3],
      [null, 4],
    ],
  },
} as unknown as JudgedLocus;

describe("the evidence of a verdict", () => {
  it("names outliers, the least share of N with its studies, and the missing panel", () => {
    expect(checksOf(locus, settings).map(({ name, tone, measure, detail }) => [name, tone, measure, detail])).toEqual([
      ["LD with the lead", "fail", "1 of 3 outliers", "rs2"],
      ["Sample size", "pass", "at least 50 %", "Some variants are missing in Valley."],
      ["LD panel", "neutral", "no LD", "No LD."],
    ]);
  });

  it("is not tested without linked variants", () => {
    const alone = { ...locus, n_linked: 0, n_outliers: 0, linked: [] };
    expect(checksOf(alone, settings).every(({ tone }) => tone === "neutral")).toBe(true);
  });

  it("warns of a λ above 0.05 only", () => {
    const on = { ...settings, ld: { name: "p", ancestry: "EUR", people: 250 } } as LocusSettings;
    const tone = (lambda: number) => checksOf({ ...locus, lambda }, on).at(-1)?.tone;
    expect([tone(0.05), tone(0.051)]).toEqual(["pass", "warn"]);
  });
});

it("counts verdicts and words the method", () => {
  expect(countsOf({ n_believe: 7, n_doubt: 4, n_not_judged: 1 } as never)).toBe("7 believed, 4 doubted, 1 not judged");
  expect(methodWords(locus)).toBe("SuSiE, 1 signal");
});

it("tells ten signals apart by shape and by colour", () => {
  const all = Array.from({ length: 10 }, (_, i) => i + 1);
  expect(new Set(all.map((signal) => shapeOf(signal, 5))).size).toBe(10);
  expect(new Set(all.map(colourOf)).size).toBe(10);
});

it("exports each variant that the figure shows, with the numbers of the answer", () => {
  const lines = locusTsv(data)
    .trimEnd()
    .split("\n")
    .map((line) => line.split("\t"));
  const column = (name: string) => lines.slice(1).map((line) => line[lines[0]?.indexOf(name) ?? -1]);
  expect(lines).toHaveLength(1 + (data.variants?.position.length ?? 0));
  expect(column("pip").map(Number)).toEqual(data.variants?.pip);
  expect(column("credible_set")).toEqual(["1", ""]);
  expect(column("outlier")).toEqual(["", "true"]);
  expect(column("standard_error")).toEqual(["0.01", ""]);
  expect(column("log_bayes_factors")).toEqual(["12.25;", "3;4"]);
});
