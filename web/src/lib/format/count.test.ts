import { expect, test } from "vitest";
import { parseCount } from "./count";

test.each([
  ["211728", 211_728],
  ["211,728", 211_728],
  [" 211 728 ", 211_728],
  ["0", 0],
  ["", undefined],
  ["-5", undefined],
  ["1.5", undefined],
  ["21,17", undefined],
  ["about 900", undefined],
])("%s", (typed, count) => expect(parseCount(typed)).toBe(count));
