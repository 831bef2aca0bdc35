import { expect, test } from "vitest";
import { blank, own } from "./own";

const hostile = [...Object.getOwnPropertyNames(Object.prototype), "__proto__", "\u202ename", "x".repeat(10_000)];

test.each(hostile)("a key that no one set has no value: %.40s", (key) => {
  expect(own({}, key)).toBeUndefined();
  expect(own(undefined, key)).toBeUndefined();
  expect(own(JSON.parse(JSON.stringify({ other: 1 })), key)).toBeUndefined();
  expect(own({ [key]: 1 }, key)).toBe(1);
});

test.each(hostile)("any key can be set: %.40s", (key) => {
  const record = blank<number>({ other: 1 });
  expect(record[key]).toBeUndefined();
  record[key] = 2;
  expect(Object.entries(record)).toEqual([
    ["other", 1],
    [key, 2],
  ]);
});
