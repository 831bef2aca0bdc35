import { describe, expect, it } from "vitest";
import { panelSetAside, type QcReport, readReport, unexplainedRows, usedPanel } from "./report";
import { fit, panel, sound } from "./soundReport";

describe("readReport", () => {
  it("says of a step that early reports call skipped that it measured nothing", () => {
    const report = readReport({
      ...sound,
      steps: [
        { name: "alleles", verdict: "warn", skipped: true, metrics: { skipped: true }, messages: ["No panel."] },
        { name: "pz", verdict: "pass", skipped: false, metrics: { r: 1 }, messages: [] },
        { name: "leads", verdict: "fail", metrics: {}, messages: [] },
      ],
    });
    expect(report.steps.map(({ verdict }) => verdict)).toEqual(["not measured", "pass", "fail"]);
  });
});

describe("unexplainedRows", () => {
  const row = (reason: string, count: number) => ({ reason, count, sentence: reason, lines: [] });
  it.each([
    ["adds up", [row("duplicate", 2), row("low_maf", 1)], 0],
    ["rows are missing", [row("duplicate", 2)], 1],
    ["rows are counted twice", [row("duplicate", 2), row("low_maf", 3)], -2],
  ])("%s", (_, waterfall, rows) => {
    expect(unexplainedRows({ ...sound, rows_in: 10, rows_clean: 7, waterfall })).toBe(rows);
  });
});

describe("the panel of a run", () => {
  it.each<[string, QcReport["panel"], string | undefined, { name: string; sentence: string } | undefined]>([
    ["without one", null, undefined, undefined],
    ["of an early run", panel, "eur", undefined],
    ["that fits", { ...panel, fit: { ...fit, used: true, sentence: "" } }, "eur", undefined],
    ["set aside", { ...panel, fit }, undefined, { name: "eur", sentence: fit.sentence }],
    [
      "set aside without a word",
      { ...panel, fit: { ...fit, sentence: "" } },
      undefined,
      { name: "eur", sentence: "The reference panel eur does not match this file and was not used." },
    ],
  ])("%s", (_, panel, used, aside) => {
    expect(usedPanel({ panel })?.name).toBe(used);
    expect(panelSetAside({ panel })).toEqual(aside);
  });
});
