import { describe, expect, it } from "vitest";
import { hasRows, reportOf, toldBy } from "./report";
import { check, rowsReport } from "./testing";

describe("reportOf", () => {
  it("is none while no check came to its end", () => {
    expect(reportOf([check({ status: "running" })])).toBeUndefined();
  });

  it("is that of the newest check that has one", () => {
    const report = { findings: [] };
    const older = { findings: [{ severity: "warn" as const, code: "x", message: "Older." }] };
    const checks = [check({ id: "c2", status: "running" }), check({ report }), check({ id: "c0", report: older })];
    expect(reportOf(checks)).toBe(report);
  });
});

describe("hasRows", () => {
  it("tells a check that went over all rows from one that could not", () => {
    expect([hasRows(rowsReport()), hasRows({ findings: [] })]).toEqual([true, false]);
  });
});

describe("toldBy", () => {
  const step = { name: "pz", verdict: "pass" as const, metrics: {}, messages: ["P fits beta / SE."] };

  it("leaves out what is as it should be, and puts the worst first", () => {
    const told = toldBy({
      steps: [
        step,
        { ...step, name: "se_n", verdict: "warn", messages: ["SE and N do not fit."] },
        { ...step, name: "sample_size", skipped: true, messages: ["No N in the file."] },
        { ...step, name: "ld_score_regression", verdict: "not measured", messages: ["No LD scores."] },
        { ...step, name: "columns", verdict: "fail", messages: ["No P."] },
      ],
      findings: [
        { severity: "block", code: "x", message: "A quote is not closed.", line: 12, column: "beta" },
        { severity: "info", code: "y", message: "Alleles on line 4 are lower case.", line: 4 },
      ],
    });
    expect(told.map(({ tone, word, messages }) => [tone, word, ...messages])).toEqual([
      ["fail", "Columns", "No P."],
      ["fail", "Problem", "A quote is not closed. (line 12, column beta)"],
      ["warn", "SE–N", "SE and N do not fit."],
      ["info", "Note", "Alleles on line 4 are lower case."],
      ["neutral", "Sample size", "No N in the file."],
      ["neutral", "LD score regression", "No LD scores."],
    ]);
  });
});
