/**
 * Points sorted by x, possibly millions. A view finds its part by binary search. Indistinguishable
 * points are drawn once: the plot area is a grid of small squares, and adjacent squares with points
 * are merged into vertical runs of one colour.
 */
import type { Layout } from "./layout";
import type { Points } from "./model";
import type { Box } from "./pen";
import type { Range } from "./scale";

/** Up to these each point is drawn by itself. */
export const mostPoints = 20_000;

/** Side of a square of the grid, in pixels. */
const side = 2;

export interface Run {
  readonly box: Box;
  /** Index into `tones`. */
  readonly tone: number;
}

/** The first index whose x is not below `wanted`. */
export function firstAt(x: ArrayLike<number>, wanted: number): number {
  let low = 0;
  let high = x.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((x[middle] as number) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** From the first to before the last point of a stretch of x; all of them where they have no order. */
export function inView({ x, rising }: Pick<Points, "x" | "rising">, [low, high]: Range): [from: number, to: number] {
  if (!rising) return [0, x.length];
  const from = firstAt(x, low);
  let to = firstAt(x, high);
  while (to < x.length && x[to] === high) to++;
  return [from, to];
}

/** The runs drawn instead of the visible points. */
export function pixelRuns(points: Points, layout: Layout): Run[] {
  const { area } = layout;
  const columns = Math.ceil(area.width / side);
  const rows = Math.ceil(area.height / side);
  const grid = gridOf(points, layout, columns, rows);
  const runs: Run[] = [];
  for (let column = 0; column < columns; column++) {
    for (let row = 0; row < rows; ) {
      const tone = grid[column * rows + row] as number;
      const top = row++;
      if (tone === 0) continue;
      while (row < rows && grid[column * rows + row] === tone) row++;
      const box = { x: area.x + column * side, y: area.y + top * side, width: side, height: (row - top) * side };
      runs.push({ box, tone: tone - 1 });
    }
  }
  return runs;
}

/** The tone of each square, column after column from the top; 0 without a point, else one more than the tone. */
function gridOf(points: Points, { area, x, y }: Layout, columns: number, rows: number): Uint8Array {
  const grid = new Uint8Array(columns * rows);
  const { x: xs, y: ys, tone } = points;
  const [from, to] = inView(points, x.domain);
  // A scale is a line: two numbers do instead of a call for each of a million points.
  const [x0, xStep] = [x.map(0) - area.x, x.map(1) - x.map(0)];
  const [y0, yStep] = [y.map(0) - area.y, y.map(1) - y.map(0)];
  for (let i = from; i < to; i++) {
    const column = ((x0 + (xs[i] as number) * xStep) / side) | 0;
    const row = Math.min(rows - 1, Math.floor((y0 + (ys[i] as number) * yStep) / side));
    if (column < 0 || column >= columns || !(row >= 0)) continue;
    grid[column * rows + row] = (tone[i] as number) + 1;
  }
  return grid;
}
