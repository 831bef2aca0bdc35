/** The positions of the cells of a heat map. */
import type { Size } from "./model";
import type { Box } from "./pen";

export interface HeatLayout {
  /** Side of a cell, in pixels. */
  readonly cell: number;
  /** All cells. */
  readonly area: Box;
  readonly size: Size;
}

/** The cell at a place of the figure. */
export function cellAt(
  { area, cell }: HeatLayout,
  x: number,
  y: number,
): readonly [row: number, column: number] | undefined {
  const inside = x >= area.x && y >= area.y && x < area.x + area.width && y < area.y + area.height;
  return inside ? [Math.floor((y - area.y) / cell), Math.floor((x - area.x) / cell)] : undefined;
}

/** The middle of a cell. */
export function middleOf({ area, cell }: HeatLayout, row: number, column: number): { x: number; y: number } {
  return { x: area.x + (column + 0.5) * cell, y: area.y + (row + 0.5) * cell };
}

/** Size of the words beside cells. */
export const labelSize = (cell: number): number => Math.min(11, cell - 1.5);

/** The space for the longest word, in the fixed-width font next to cells. */
export function labelRoom(words: readonly string[], cell: number): number {
  const longest = words.reduce((most, word) => Math.max(most, word.length), 0);
  return Math.ceil(longest * labelSize(cell) * 0.6) + 8;
}
