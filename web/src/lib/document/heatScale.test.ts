import { expect, test } from "vitest";
import { heatScale } from "./heatScale";

test.each([
  [{ min: -0.3, max: 2.5 }, 2.5],
  [{ min: -7, max: 2.5 }, 7],
  [{ min: 3, max: 40 }, 40],
  [{ min: 0, max: 0 }, 1],
  [{}, 1],
  [undefined, 1],
])("colours of %o end at %d on both sides of 0", (column, size) => {
  expect(heatScale(column)).toEqual({ low: -size, middle: 0, high: size, reverse: false });
});
