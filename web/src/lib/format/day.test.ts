import { expect, test } from "vitest";
import { readDay } from "./day";

test.each([
  ["2006-01-31", "2006-01-31"],
  ["01/31/2006", "2006-01-31"],
  ["1/3/2006", "2006-01-03"],
  [" January 31, 2006 ", "2006-01-31"],
  ["feb 29 2024", "2024-02-29"],
  ["31/01/2006", null],
  ["31/01/2", null],
  ["02/29/2023", null],
  ["Foo 1, 2006", null],
  ["01/31/200", null],
  ["2006", null],
  ["", null],
])("%s is the day %s", (typed, day) => expect(readDay(typed)).toBe(day));
