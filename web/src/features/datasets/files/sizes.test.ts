import { describe, expect, test } from "vitest";
import { checkSizes, toSizes } from "./sizes";

const texts = (cases: string, controls: string, sample_size: string) => ({ cases, controls, sample_size });

describe("checkSizes", () => {
  test.each([
    ["right", true, texts("1,204", "23,000", "24,204"), []],
    ["the sum stands for a sample size that is left empty", true, texts("4", "6", ""), []],
    ["another sum", true, texts("1,204", "23,000", "25,000"), ["sample_size"]],
    ["a negative number", true, texts("-1", "23,000", "22,999"), ["cases"]],
    ["nothing", true, texts("", "", ""), ["cases", "controls", "sample_size"]],
    ["nobody", true, texts("0", "0", "0"), ["sample_size"]],
    ["quantitative without cases", false, texts("", "", "500"), []],
    ["quantitative with nobody", false, texts("", "", "0"), ["sample_size"]],
  ])("%s", (_name, dichotomous, typed, keys) => {
    expect(Object.keys(checkSizes(dichotomous, typed, true))).toEqual(keys);
  });

  test("while it is typed only what is wrong already is said", () => {
    expect(checkSizes(true, texts("12", "", ""), false)).toEqual({});
    expect(checkSizes(true, texts("1,204", "23,000", "25,000"), false).sample_size).toBe(
      "Cases and controls are 24,204 together, not 25,000.",
    );
  });
});

test("toSizes fills in the sum, and leaves out cases of a quantitative trait", () => {
  expect(toSizes(true, texts("4", "6", ""))).toEqual({ sample_size: 10, cases: 4, controls: 6 });
  expect(toSizes(false, texts("4", "6", "12"))).toEqual({ sample_size: 12 });
});
