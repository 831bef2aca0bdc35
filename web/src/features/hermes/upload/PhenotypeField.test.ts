import { expect, test } from "vitest";
import { hasAllWords } from "./PhenotypeField";

test("a phenotype is found by all of its words, in any order", () => {
  expect(hasAllWords("All heart failure (HF)", "failure hf")).toBe(true);
  expect(hasAllWords("All heart failure (HF)", "heart attack")).toBe(false);
});
