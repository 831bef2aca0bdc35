import { expect, test } from "vitest";
import { paper } from "../../../chart/tokens";
import { numberAxis } from "./chart";

interface Ends {
  min: (found: { min: number; max: number }) => number | null;
  max: (found: { min: number; max: number }) => number | null;
}

test("an axis that the library could not divide is widened, and no other", () => {
  const { min, max } = numberAxis(paper, { name: "P" }) as unknown as Ends;
  const tiny = { min: 1e-30, max: 3e-30 };
  expect(min(tiny)).toBeCloseTo(-1e-15, 20);
  expect(max(tiny)).toBeCloseTo(1e-15, 20);
  const wide = { min: 0, max: 1e-14 };
  expect([min(wide), max(wide)]).toEqual([null, null]);
  const lengths = numberAxis(paper, { name: "P", fromZero: true }) as unknown as Ends;
  expect(lengths.max({ min: 0.5, max: 0.5 })).toBeNull();
  expect(lengths.max({ min: 5e-324, max: 5e-324 })).toBe(1e-15);
});

test("an axis of counts has no halves", () => {
  expect(numberAxis(paper, { name: "Rows", counts: true })).toMatchObject({ minInterval: 1 });
  expect(numberAxis(paper, { name: "P" })).not.toHaveProperty("minInterval");
});
