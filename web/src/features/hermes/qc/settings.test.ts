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
    expect(settingFacts(settings)).toEqual([
      ["Study size, where the file states no N", "412,510 people: 32,110 cases, 380,400 controls"],
      ["Insertions and deletions", "kept"],
      ["Adjustment in the figures", "genomic control (λ)"],
      ["Palindromic variants", "strand told by frequency; left out where it is missing or between 0.4 and 0.6"],
    ]);
  });

  it.each([
    ["keep", "kept as stated"],
    ["drop", "left out"],
  ])("palindromic variants: %s", (rule, words) => {
    expect(settingFacts({ palindromes: { rule, from: 0, to: 0 } })).toEqual([["Palindromic variants", words]]);
  });

  it("leaves out what was not set, and settings of another shape", () => {
    expect(settingFacts({ n: null, cases: null })).toEqual([]);
    expect(settingFacts({ rules: "all" })).toEqual([]);
  });
});

describe("ruleFacts", () => {
  it("tells left out from told, with the thresholds that held", () => {
    expect(ruleFacts(settings)).toEqual([
      [
        "Rows left out",
        [
          "minor allele count of 6 or less",
          "imputation quality below 0.4",
          "frequency 0.2 or more from the panel's",
          "of a later version",
        ],
      ],
      ["Rows only counted and told", ["|β| above 10"]],
    ]);
  });

  it("is empty without rules", () => {
    expect(ruleFacts({})).toEqual([]);
  });
});
