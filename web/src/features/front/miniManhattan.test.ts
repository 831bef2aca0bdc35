import { expect, test } from "vitest";
import type { ManhattanData } from "@/ui/chart/plotData";
import { mini, miniManhattan } from "./miniManhattan";

/** Two chromosomes of 100 and 60 bases; the axis is 160 bases and, without stronger variants, 8.395 high. */
function plot(points: [chromosome: number, position: number, y: number][], max = 7): ManhattanData {
  const none = { chromosome: [], position: [], y: [] };
  return {
    build: "GRCh37",
    n: points.length,
    max_y: max,
    genome_wide: 7.3,
    suggestive: 5,
    chromosomes: { code: [1, 2], name: ["1", "2"], length: [100, 60], offset: [0, 100], total: 160 },
    bin_width: 10,
    y_step: 0.5,
    cells: { chromosome: [2], bin: [5], from: [0], to: [1] },
    points: { chromosome: points.map((p) => p[0]), position: points.map((p) => p[1]), y: points.map((p) => p[2]) },
    top: none,
  } as unknown as ManhattanData;
}

test("positions follow one axis over all chromosomes, and each second one has the other shade", () => {
  const { first, second, significant } = miniManhattan(
    plot([
      [1, 80, 0],
      [2, 60, 7],
    ]),
  );
  expect(first).toBe("M160 71h0"); // the middle of 320
  // The cell covers bases 50 to 60 of chromosome 2 and −log10 P 0 to 1: its middle is at 155 of 160.
  expect(second).toBe("M310 71V63M320 15.1h0");
  expect(significant).toBe("");
});

test("only variants at the genome-wide line and above stand out, and the strongest stays inside", () => {
  const below = miniManhattan(plot([[1, 80, 7.29]]));
  const at = miniManhattan(plot([[1, 80, 7.3]]));
  expect(below.significant).toBe("");
  expect(at.significant).toBe(`M160 ${at.line}h0`);
  expect(miniManhattan(plot([[1, 80, 300]], 300)).significant).toBe("M160 4h0");
  expect(at.line).toBeLessThan(mini.height);
});

test("variants in the same place are drawn once", () => {
  const { first } = miniManhattan(plot(Array.from({ length: 50 }, () => [1, 80, 2])));
  expect(first.match(/M/g)).toHaveLength(1);
});
