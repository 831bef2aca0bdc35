import type { Shape } from "./model";

/** Corners around a centre, in halves of the size. */
const corners = {
  diamond: [0, -1, 1, 0, 0, 1, -1, 0],
  up: [0, -1, 1, 0.8, -1, 0.8],
  down: [0, 1, 1, -0.8, -1, -0.8],
} as const;

/** The outline x, y, x, y … of a shape with corners. */
export function cornersOf(shape: Exclude<Shape, "dot" | "square">, x: number, y: number, size: number): number[] {
  return corners[shape].map((at, side) => (side % 2 === 0 ? x : y) + (at * size) / 2);
}
