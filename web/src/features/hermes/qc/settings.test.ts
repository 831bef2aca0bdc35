import { describe, expect, it } from "vitest";
import { ruleFacts, settingFacts } from "./settings";

const settings = {
  build: "GRCh37",
  frequency_difference: 0.2,
  info_threshold: 0.4,
  remove_indels: false,
  adjustment: "lambda",
  n: 412510,
  cases: 32110,
  controls: 380400,
  palindromes: { rule: "frequency", from: 0.4, to: 0.6 },
  rules: {
    beta: { mode: "warn", threshold: 10 },
    maf: { mode: "off", threshold: 0.01 },
    mac: { mode: "exclude", threshold: 6 },
    info: { mode: "exclude", threshold: 0 },
    frequency: { mode: "exclude", threshold: 0 },
    of_a_later_version: { mode: "exclude", threshold: 1 },
  },
};

describe("settingFacts", () => {
  it("says every setting in words", () => {
    expect(settingFacts(settings, true)).toEqual([
      ["Study size, where the file states no N", "32,110 cases, 380,400 controls"],
      ["Insertions and deletions", "kept"],
      ["Adjustment in the figures", "genomic control (λ)"],
      ["Palindromic variants", "strand told by frequency; left out where it is missing or between 0.4 and 0.6"],
    ]);
  });

  it.each([
    ["keep", "kept as stated"],
    ["drop", "left out"],
  ])("palindromic variants: %s", (rule, words) => {
    expect(settingFacts({ palindromes: { rule, from: 0, to: 0 } }, true)).toEqual([["Palindromic variants", words]]);
  });

  it("says that no strand was told without a panel", () => {
    const palindromes = (rule: string) => settingFacts({ palindromes: { rule, from: 0.4, to: 0.6 } }, false)[0]?.[1];
    expect(palindromes("frequency")).toBe(
      "left out where the frequency is missing or between 0.4 and 0.6, else kept as stated",
    );
    expect(palindromes("drop")).toBe("left out");
  });

  it.each([
    [{ n: 1 }, "1 person"],
    [{ n: 20, cases: 1, controls: 19 }, "1 case, 19 controls"],
    [{ n: 20, cases: 1, controls: null }, "20 people"],
  ])("sizes %j", (size, words) => {
    expect(settingFacts(size, true)).toEqual([["Study size, where the file states no N", words]]);
  });

  it("leaves out what was not set, and settings of another shape", () => {
    expect(settingFacts({ n: null, cases: null }, true)).toEqual([]);
    expect(settingFacts({ rules: "all" }, true)).toEqual([]);
  });
});

describe("ruleFacts", () => {
  it("tells left out from told, with the thresholds that held", () => {
    expect(ruleFacts(settings, true)).toEqual([
      [
        "Rows are left out for",
        [
          "minor allele count of 6 or less",
          "imputation quality below 0.4",
          "frequency 0.2 or more from the panel's",
          "of a later version",
        ],
      ],
      ["Rows are counted and kept for", ["|β| above 10"]],
    ]);
  });

  it("names no rule that had nothing to test", () => {
    const [left] = ruleFacts({ ...settings, info_threshold: null }, false);
    expect(left).toEqual(["Rows are left out for", ["minor allele count of 6 or less", "of a later version"]]);
  });

  it("is empty without rules", () => {
    expect(ruleFacts({}, true)).toEqual([]);
  });
});
