import { expect, test } from "vitest";
import { nextSort, sortState } from "./sort";

test("ascending, descending, default", () => {
  expect(nextSort(undefined, "name")).toBe("name");
  expect(nextSort("name", "name")).toBe("-name");
  expect(nextSort("-name", "name")).toBeUndefined();
  expect(nextSort("-other", "name")).toBe("name");
  expect(["name", "-name", "other", undefined].map((current) => sortState(current, "name"))).toEqual([
    "ascending",
    "descending",
    "none",
    "none",
  ]);
});
