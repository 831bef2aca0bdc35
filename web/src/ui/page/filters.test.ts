import { expect, test } from "vitest";
import { handleValue, valueWords } from "./filters";

test("a handle stands on whole positions, on shares of four decimals, and exactly at the ends", () => {
  const chromosome = [13_273, 133_797_420] as const;
  expect(handleValue(53_790_200.4, chromosome)).toBe(53_790_200);
  expect(handleValue(133_797_420, chromosome)).toBe(133_797_420);
  expect(handleValue(0.123456, [0, 1])).toBe(0.1235);
  expect(handleValue(0.1234561, [0, 0.1234561])).toBe(0.1234561);
  expect(handleValue(0.99996, [0.5, 0.99997])).toBe(0.99996);
  expect(handleValue(3.456789e-30, [0, 1e-29])).toBe(3.4568e-30);
  expect(handleValue(2.6, [2.5, 1e6])).toBe(3);
  expect(handleValue(2.51, [2.5, 1e6])).toBe(3);
});

test("what is set is written as it counts: positions whole, P values as they were typed", () => {
  expect(valueWords({ type: "slider" }, { low: 53_790_200, high: 53_800_000 })).toBe("53790200 to 53800000");
  expect(valueWords({ type: "at_most" }, 5e-8)).toBe("≤ 5e-8");
});
