import { expect, test } from "vitest";
import { drawnFrom } from "./drawnFrom";

test("a saved figure names each result, and those that do not count", () => {
  expect(
    drawnFrom([
      { title: "HF", detail: "EUR, 12 cohorts", caveat: "" },
      { title: "North", detail: "", caveat: "rejected" },
    ]),
  ).toBe("HF, EUR, 12 cohorts; North (rejected)");
  expect(drawnFrom([])).toBeUndefined();
});
