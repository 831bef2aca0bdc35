import { expect, test } from "vitest";
import type { ManhattanData } from "@/ui/chart/plotData";
import { SvgPen } from "@/ui/chart/svgPen";
import { paper } from "@/ui/chart/tokens";
import { paintSmall, wallTop } from "./wall";

/** One chromosome of 100 bases; one point just below the threshold, one on it, one above the top edge. */
const data = {
  chromosomes: { code: [1], name: ["1"], length: [100], offset: [0] },
  bin_width: 10,
  y_step: 0.1,
  genome_wide: 7.3,
  suggestive: 5,
  max_y: 60,
  n: 3,
  cells: { chromosome: [1], bin: [2], from: [0], to: [9] },
  points: { chromosome: [1, 1, 1], position: [20, 50, 80], y: [7.29, 7.3, 60] },
  top: { chromosome: [], position: [] },
} as unknown as ManhattanData;

test("only variants at the threshold or above are highlighted, and none is drawn outside", () => {
  const pen = new SvgPen();
  const squares: number[][] = [];
  const drawn = pen.squares.bind(pen);
  pen.squares = (centres, size, fill, alpha) => {
    squares.push(Array.from(centres));
    expect(fill).toBe(paper.highlight);
    drawn(centres, size, fill, alpha);
  };
  paintSmall(data, pen, { width: 200, height: 84 }, paper);
  expect(squares).toHaveLength(1);
  expect(squares[0]).toHaveLength(4);
  const [, onLine = 0, , strongest = 0] = squares[0] ?? [];
  // Above the top edge is at its edge: 4 px; the threshold is 7.3 / 20 of the 76 px above the base line.
  expect(strongest).toBeCloseTo(4, 5);
  expect(onLine).toBeCloseTo(80 - (7.3 / wallTop) * 76, 5);
});
