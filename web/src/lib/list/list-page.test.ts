import { expect, test } from "vitest";
import { inOrder, matching, pageOf } from "./list-page";

const rows = [
  { name: "Upper Lake", depth: 90 },
  { name: "Lower lake", depth: 12 },
  { name: "Pond", depth: 12 },
];
const names = (found: readonly { name: string }[]) => found.map(({ name }) => name);
const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name);

test.each([
  [undefined, ["Upper Lake", "Lower lake", "Pond"]],
  ["LAKE", ["Upper Lake", "Lower lake"]],
  ["lake  up", ["Upper Lake"]],
  ["sea", []],
])("rows that have every word of %j", (q, expected) => {
  expect(names(matching(rows, q, ({ name }) => name))).toEqual(expected);
});

test.each([
  [undefined, ["Lower lake", "Pond", "Upper Lake"]],
  ["colour", ["Lower lake", "Pond", "Upper Lake"]],
  ["depth", ["Lower lake", "Pond", "Upper Lake"]],
  ["-depth", ["Upper Lake", "Lower lake", "Pond"]],
])("in the order %j, equal ones by name", (sort, expected) => {
  expect(names(inOrder(rows, sort, { depth: (a, b) => a.depth - b.depth }, byName))).toEqual(expected);
});

test("pages hold every row once; one that is no more is the last", () => {
  const many = Array.from({ length: 120 }, (_, at) => ({ name: `r${at}` }));
  const seen: string[] = [];
  const after: string[] = [];
  for (let more = true; more; ) {
    const { items, next_cursor, total } = pageOf(many, { after }, ({ name }) => name);
    expect(total).toBe(120);
    seen.push(...names(items));
    if (next_cursor) after.push(next_cursor);
    more = next_cursor !== undefined;
  }
  expect(seen).toEqual(names(many));
  expect(pageOf(many, { after: [...after, "gone"] }, ({ name }) => name).items).toHaveLength(20);
});
