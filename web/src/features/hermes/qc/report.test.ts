import { describe, expect, it } from "vitest";
import { panelOf, panelSetAside, parseReport, unexplainedRows, usedPanel } from "./report";

const smallest = { rows_in: 10, rows_clean: 7, build: "GRCh37", verdict: "warn" };

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

  it("reads reports of older runs: a skipped step measured nothing, and figures show the clean rows", () => {
    const report = parseReport({
      ...smallest,
      steps: [
        { name: "alleles", verdict: "warn", skipped: true, metrics: { skipped: true }, messages: ["No panel."] },
        { name: "pz", verdict: "pass", skipped: false, metrics: { r: 1 }, messages: [] },
      ],
    });
    expect(report.steps.map(({ verdict }) => verdict)).toEqual(["not measured", "pass"]);
    expect([report.cause, report.figures_from]).toEqual([undefined, "clean"]);
  });

  it("reads the cause of a failure, and does not stumble over a remedy of a later version", () => {
    const cause = { code: "p_scale", sentence: "P is on another scale.", remedy: "change_mapping", steps: ["pz"] };
    expect(parseReport({ ...smallest, cause }).cause).toEqual(cause);
    expect(parseReport({ ...smallest, cause: { ...cause, remedy: "ask", steps: null } }).cause).toEqual({
      ...cause,
      remedy: undefined,
      steps: [],
    });
    expect(parseReport({ ...smallest, cause: null }).cause).toBeNull();
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

describe("the panel of a run", () => {
  const panel = { name: "eur", sha256: "ab", rows: 10, matched: 7 };
  const fit = { used: false, code: "too_few", sentence: "It holds 3 of 1,000 variants.", sampled: 1000, found: 3 };
  it.each([
    ["without one", null, undefined, undefined],
    ["of an older run", panel, "eur", undefined],
    ["that fits", { ...panel, fit: { ...fit, used: true, sentence: null } }, "eur", undefined],
    ["set aside", { ...panel, fit }, undefined, { name: "eur", sentence: fit.sentence }],
    [
      "set aside without a word",
      { ...panel, fit: { used: false } },
      undefined,
      { name: "eur", sentence: "The reference panel eur does not fit this file and was set aside." },
    ],
  ])("%s", (_, panel, used, aside) => {
    const report = parseReport({ ...smallest, panel });
    expect(usedPanel(report)?.name).toBe(used);
    expect(panelOf({ ...smallest, panel })).toBe(used);
    expect(panelSetAside(report)).toEqual(aside);
  });
});
