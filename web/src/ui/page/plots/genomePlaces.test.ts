import { expect, test } from "vitest";
import { sortByPosition } from "./genomePlaces";

/** A generator of numbers that look random and are the same each time. */
function numbers(count: number, most: number): Float64Array {
  let state = 14;
  return Float64Array.from({ length: count }, () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return 1 + (state % most);
  });
}

const plainly = (part: Uint32Array, position: Float64Array) =>
  [...part].sort((a, b) => (position[a] as number) - (position[b] as number) || a - b);

test.each([
  ["positions of the longest chromosome", numbers(5000, 248_956_422)],
  ["few places with many rows each", numbers(5000, 7)],
  ["digits of one size each", Float64Array.of(2 ** 22, 2 ** 11, 1, 2 ** 22 + 1, 2 ** 11 + 1, 2 ** 32 - 1)],
  ["one beyond 32 bits", Float64Array.of(2 ** 32, 1, 2 ** 32, 2)],
  ["between two bases", Float64Array.of(2.5, 1, 2.25, 2)],
])("rows are in the order of %s, and those of one place as they stood", (_, position) => {
  const part = Uint32Array.from(position, (_, i) => i);
  const want = plainly(part, position);
  sortByPosition(part, position);
  expect([...part]).toEqual(want);
});
