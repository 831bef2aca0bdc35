import { describe, expect, it } from "vitest";
import { ruleFacts, settingFacts } from "./settings";
import type { sound } from "./soundReport";

type Settings = typeof sound.settings;

const settings: Settings = {
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
      ["Palindromic variants", "strand inferred from frequency; left out where it is missing or between 0.4 and 0.6"],
    ]);
  });

  const palindromes = (rule: Settings["palindromes"]["rule"], compared: boolean) =>
    settingFacts({ ...settings, palindromes: { rule, from: 0.4, to: 0.6 } }, compared).at(-1);

  it.each([
    ["keep", "kept as stated"],
    ["drop", "left out"],
  ] as const)("palindromic variants: %s", (rule, words) => {
    expect(palindromes(rule, true)).toEqual(["Palindromic variants", words]);
  });

  it("says that no strand was told without a panel", () => {
    expect(palindromes("frequency", false)).toEqual([
      "Palindromic variants",
      "left out where the frequency is missing or between 0.4 and 0.6, else kept as stated",
    ]);
    expect(palindromes("drop", false)).toEqual(["Palindromic variants", "left out"]);
  });

  const size = "Study size, where the file states no N";
  it.each([
    [{ n: 1, cases: null, controls: null }, "1 person"],
    [{ n: 20, cases: 1, controls: 19 }, "1 case, 19 controls"],
    [{ n: 20, cases: 1, controls: null }, "20 people"],
  ])("sizes %j", (sizes, words) => {
    expect(settingFacts({ ...settings, ...sizes }, true)[0]).toEqual([size, words]);
  });

  it("leaves out what was not set", () => {
    const facts = settingFacts({ ...settings, n: null, cases: null, controls: null }, true);
    expect(facts.map(([name]) => name)).not.toContain(size);
  });
});

describe("ruleFacts", () => {
  it("tells left out from told, with the thresholds that held", () => {
    expect(ruleFacts(settings, true)).toEqual([
      [
        "Removed",
        [
          "minor allele count of 6 or less",
          "imputation quality below 0.4",
          "frequency 0.2 or more from the panel's",
          "of a later version",
        ],
      ],
      ["Flagged, not removed", ["|β| above 10"]],
    ]);
  });

  it("names no rule that had nothing to test", () => {
    const [left] = ruleFacts({ ...settings, info_threshold: null }, false);
    expect(left).toEqual(["Removed", ["minor allele count of 6 or less", "of a later version"]]);
  });

  it("is empty without rules", () => {
    expect(ruleFacts({ ...settings, rules: {} }, true)).toEqual([]);
  });
});
