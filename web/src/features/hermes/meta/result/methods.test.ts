import { describe, expect, it } from "vitest";
import { defaultOptions } from "../new/draft";
import { study, summaryOf } from "../testSummary";
import { methodsText } from "./methods";

const summary = summaryOf({
  studies: [study("North HF", { lambda_applied: 1.0461 }), study("Lakeland HF", { lambda_applied: 1 })],
  n_variants: 145107,
  n_genome_wide_significant: 65,
  n_loci: 12,
  lambda_gc: 1.00435,
  n_cases: 46372,
  n_controls: 805291,
  versions: { cohortium: "0.1.0" },
});

const input = { upload_id: "u", run_id: "r", cohort: "c", ancestry: "EU", n_total: 500 };
const north = { ...input, dataset_name: "North HF", cases: 40_000, controls: 800_000 };
const lakeland = { ...input, dataset_name: "Lakeland HF", cases: 6372, controls: 5291 };
const inputs = [north, lakeland];
const names = (code: string) => (code === "EU" ? "European" : code);

describe("methodsText", () => {
  it("says what was combined, how, and what came of it", () => {
    expect(methodsText({ inputs, options: defaultOptions }, summary, names)).toBe(
      "Summary statistics of 2 studies (North HF; Lakeland HF; ancestry: European; 46,372 cases and 805,291 controls in all, " +
        "positions on GRCh37 (hg19)) were combined in a fixed-effect meta-analysis weighted by inverse variance. Rows with a minor " +
        "allele frequency below 0.01 or an imputation quality below 0.6 where it was stated were left out of each study. " +
        "Palindromic variants were aligned by allele frequency, and left out where it was missing or the minor allele " +
        "frequency was 0.4 or more. The χ² statistics of studies with inflated test statistics were divided by their genomic " +
        "inflation factor λ (North HF 1.046). Variants reported by fewer than 2 studies were left out. Of 145,107 variants " +
        "(λ 1.004), 65 had P < 5 × 10⁻⁸, in 12 loci of ± 500 kb around the strongest variant. Heterogeneity was assessed " +
        "with Cochran's Q and I². Computed with Cohortium 0.1.0.",
    );
  });

  it("counts only the studies that are in the result", () => {
    const [first, second] = summary.studies;
    if (!first || !second) throw new Error("two studies");
    const unused = { ...summary, studies: [first, { ...second, rows_used: 0 }] };
    const text = methodsText({ inputs, options: defaultOptions }, unused, names);
    expect(text).toContain("of 1 study (North HF; ancestry: European; 40,000 cases and 800,000 controls in all");
  });

  it("names a study with few variants and does not count its people", () => {
    const [first, second] = summary.studies;
    if (!first || !second) throw new Error("two studies");
    const few = {
      ...summary,
      studies: [
        { ...first, rows_used: 1000 },
        { ...second, rows_used: 3 },
      ],
    };
    const text = methodsText({ inputs, options: defaultOptions }, few, names);
    expect(text).toContain("of 2 studies (North HF; Lakeland HF; ");
    expect(text).toContain(
      "40,000 cases and 800,000 controls in all, without Lakeland HF, with less than 1 % of the variants of the largest study",
    );
  });

  it("names studies that share people", () => {
    const named = inputs.map((input, i) => ({ ...input, upload_id: `u${i}` }));
    const options = { ...defaultOptions, overlaps: [{ a: "u1", b: "u0", correlation: 0.12 }] };
    expect(methodsText({ inputs: named, options }, summary, names)).toContain(
      "taken to be correlated (Lakeland HF and North HF 0.12; Lin and Sullivan 2009).",
    );
  });

  it("names the model of random effects, and the coding of chromosome X where it is stated", () => {
    const text = "Males are coded 0/2 on chromosome X.";
    const onX = { ...summary, x_chromosome: { coding: "0/2" as const, text } };
    const options = { ...defaultOptions, scheme: "random" as const };
    expect(methodsText({ inputs, options }, onX, names)).toContain(
      "random-effects meta-analysis (DerSimonian–Laird). ",
    );
    const chosen = { ...options, tau2: "reml" as const, ci: "hk" as const, x_coding: { u: "0/2" as const } };
    const stated = methodsText({ inputs, options: chosen }, onX, names);
    expect(stated).toContain("(τ² by restricted maximum likelihood; standard errors and P by Hartung and Knapp).");
    expect(stated).toContain(text);
    const { x_coding: _, ...silent } = chosen;
    expect(methodsText({ inputs, options: silent }, onX, names)).not.toContain("chromosome X");
  });

  it("leaves out what was switched off, and counts people where there are no cases", () => {
    const options = { ...defaultOptions, scheme: "samplesize" as const, genomic_control: false, maf: 0, info: 0 };
    const quantitative = inputs.map(({ cases: _cases, controls: _controls, ...rest }) => rest);
    const text = methodsText({ inputs: quantitative, options }, summary, names);
    expect(text).toContain("1,000 people in all");
    expect(text).toContain("signed Z scores");
    expect(text).not.toMatch(/genomic inflation|below 0|Rows with/);
  });
});
