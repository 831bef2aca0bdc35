import { expect, test } from "vitest";
import { own } from "./own";

const hostile = [...Object.getOwnPropertyNames(Object.prototype), "__proto__", "\u202ename", "x".repeat(10_000)];

test.each(hostile)("a key that no one set has no value: %.40s", (key) => {
  expect(own({}, key)).toBeUndefined();
  expect(own(undefined, key)).toBeUndefined();
  expect(own(JSON.parse(JSON.stringify({ other: 1 })), key)).toBeUndefined();
  expect(own({ [key]: 1 }, key)).toBe(1);
});
