import { describe, expect, it } from "vitest";
import { reportOf, toldBy } from "./report";
import { check } from "./testing";

describe("reportOf", () => {
  it("is none while no check came to its end", () => {
    expect(reportOf([check({ status: "running" })])).toBeUndefined();
  });

  it("is that of the newest check that has one; null lists are empty", () => {
    const report = reportOf([
      check({ id: "c2", status: "running" }),
      check({ report: { findings: null, lead_variants: null, steps: null, lambda_1000: null, extra: 1 } }),
    ]);
    expect(report).toMatchObject({ findings: [], lead_variants: [], steps: [] });
  });

  it("says in words where a report does not fit", () => {
    const report = reportOf([check({ report: { findings: [{ severity: "bad" }] } })]);
    expect(String(report)).toMatch(/report of the check cannot be read: findings\.0\.severity/);
  });
});

describe("toldBy", () => {
  const step = { name: "pz", verdict: "pass" as const, skipped: undefined, messages: ["P fits beta / SE."] };

  it("leaves out what is as it should be, and puts the worst first", () => {
    const told = toldBy({
      steps: [
        step,
        { ...step, name: "se_n", verdict: "warn", messages: ["SE and N do not fit."] },
        { ...step, name: "sample_size", skipped: true, messages: ["No N in the file."] },
        { ...step, name: "columns", verdict: "fail", messages: ["No P."] },
      ],
      findings: [
        { severity: "block", code: "x", message: "A quote is not closed.", line: 12, column: "beta" },
        { severity: "info", code: "y", message: "Alleles on line 4 are lower case.", line: 4, column: null },
      ],
    });
    expect(told.map(({ tone, word, messages }) => [tone, word, ...messages])).toEqual([
      ["fail", "Columns", "No P."],
      ["fail", "Problem", "A quote is not closed. (line 12, column beta)"],
      ["warn", "SE–N", "SE and N do not fit."],
      ["info", "Note", "Alleles on line 4 are lower case."],
      ["neutral", "Sample size", "No N in the file."],
    ]);
  });
});
