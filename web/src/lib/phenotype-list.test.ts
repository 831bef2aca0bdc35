import { expect, test } from "vitest";
import { descriptionProblem, isShown } from "./phenotype-list";

test.each<[boolean, string | undefined, boolean]>([
  [false, undefined, true],
  [true, undefined, true],
  [true, "asked", true],
  [false, "current", true],
  [true, "current", false],
  [false, "retired", false],
  [true, "retired", true],
])("retired %s, shown %s: %s", (retired, shown, want) => expect(isShown(retired, shown)).toBe(want));

test("a description is asked for and has an end", () => {
  expect(descriptionProblem("  ", "Say it.")).toBe("Say it.");
  expect(descriptionProblem("x".repeat(500), "Say it.")).toBeUndefined();
  expect(descriptionProblem("x".repeat(501), "Say it.")).toBe(
    "A description has at most 500 characters. This one has 501.",
  );
});
