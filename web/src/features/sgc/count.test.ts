import { describe, expect, test } from "vitest";
import { addCounts, type Count, compareCounts, countText, countWords, isHidden } from "./count";

const count = (low: number, high = low): Count => ({ low, high });

describe("a number of people in words", () => {
  test.each([
    ["exact", count(12), "12", "12"],
    ["nobody", count(0), "0", "0"],
    ["thousands", count(1_204_331), "1,204,331", "1,204,331"],
    ["hidden, small", count(0, 4), "<5", "fewer than 5"],
    ["hidden, over several cohorts", count(0, 1199), "<1,200", "fewer than 1,200"],
    ["a sum with hidden parts", count(8, 12), "8–12", "8 to 12"],
    ["a large sum with hidden parts", count(1204, 1212), "1,204–1,212", "1,204 to 1,212"],
  ])("%s", (_name, value, shown, spoken) => {
    expect(countText(value)).toBe(shown);
    expect(countWords(value)).toBe(spoken);
  });
});

test("a sum is as wide as its parts together", () => {
  expect(addCounts(count(10), count(0, 4))).toEqual(count(10, 14));
  expect(isHidden(addCounts(count(10), count(2)))).toBe(false);
  expect(isHidden(addCounts(count(0, 4), count(0, 4)))).toBe(true);
});

test("hidden numbers stand after what is as certain and smaller", () => {
  const sorted = [count(6), count(0, 4), count(5, 9), count(0)].sort(compareCounts);
  expect(sorted.map(countText)).toEqual(["0", "<5", "5–9", "6"]);
});
