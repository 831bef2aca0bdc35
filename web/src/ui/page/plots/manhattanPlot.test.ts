import { describe, expect, it } from "vitest";
import { betaBelow, betaQuantile } from "@/lib/beta";
import type { MemoryTable } from "../testing";
import { drawManhattan, genomeRange, genomeView, peaksOf } from "./manhattanPlot";
import { qqData, ranksOf } from "./qqPlot";
import { rowsOf } from "./testing";

const p = { column: "p", is: "p", label: "" } as const;
const place = { chromosome: "chr", position: "pos" };

describe("Manhattan", () => {
  const plot = { id: "m", type: "manhattan", title: "", place, y: p, name: "rs", thresholds: [5e-8, 1e-5] } as const;
  const table: MemoryTable = {
    chr: ["chr2", "1", "X", "1", "contig_7", "1", "2"],
    pos: [500, 2_000_000, 10, 1000, 5, null, 1],
    p: [1e-9, 1e-20, 0.5, 1e-3, 1e-4, 1e-4, null],
    rs: ["a", "b", "c", "d", "e", "f", "g"],
  };

  it("puts every row in its place, whatever the order and spelling of the table", async () => {
    const { model, placed } = drawManhattan(plot as never, await rowsOf(plot as never, table), "GRCh37");
    // Chromosomes 1, 2 and X of GRCh37 are 249,250,621, 243,199,373 and 155,270,560 long.
    expect([...placed.x]).toEqual([1000, 2_000_000, 249_250_621 + 500, 249_250_621 + 243_199_373 + 10]);
    expect([...placed.order]).toEqual([3, 1, 0, 2]);
    expect(model.x.domain).toEqual([0, 249_250_621 + 243_199_373 + 155_270_560]);
    expect(placed.y[1]).toBeCloseTo(20, 10);
  });

  it("counts what it leaves out, draws its thresholds and labels the peaks beyond the strongest of them", async () => {
    const { model, notes } = drawManhattan(plot as never, await rowsOf(plot as never, table), "GRCh37");
    expect(notes).toEqual([
      "Left out: 2 rows without a place on a chromosome.",
      "Left out: 1 row without a P value above 0.",
    ]);
    expect(model.lines.map(({ points }) => Number((points[1] as number).toFixed(4)))).toEqual([7.301, 5]);
    expect(model.marks.map(({ text }) => text)).toEqual(["b", "a"]);
    expect(model.points[0]?.tone[0]).not.toBe(model.points[0]?.tone[2]);
  });

  it("gives one label to a stretch of 500,000 bases to both sides, both ends within", async () => {
    const near = (apart: number): MemoryTable => ({
      chr: ["1", "1"],
      pos: [1_000_000, 1_000_000 + apart],
      p: [1e-10, 1e-9],
      rs: ["a", "b"],
    });
    for (const [apart, labels] of [
      [500_000, 1],
      [500_001, 2],
    ] as const) {
      const { placed } = drawManhattan(plot as never, await rowsOf(plot as never, near(apart)), "GRCh37");
      expect(peaksOf(placed, 7.3)).toHaveLength(labels);
    }
  });

  it("names the part of the table that is in view, and finds it again", async () => {
    const { placed } = drawManhattan(plot as never, await rowsOf(plot as never, table), "GRCh37");
    const one = genomeView(placed.genome, placed.written, { x: [999, 3_000_000], y: [0, 1] });
    expect(one).toEqual({ chromosomes: ["1"], positions: [1000, 3_000_000] });
    expect(genomeRange(placed.genome, placed.written, one)).toEqual([999, 3_000_000]);
    const two = genomeView(placed.genome, placed.written, { x: [0, 249_250_621 + 5], y: [0, 1] });
    expect(two).toEqual({ chromosomes: ["1", "2", "chr2"] });
    expect(genomeRange(placed.genome, placed.written, two)).toEqual([0, 249_250_621 + 243_199_373]);
  });
});

describe("QQ", () => {
  it("has the bands that follow from closed forms", () => {
    // Beta(1, n): 1 − (1 − q)^(1/n); Beta(n, 1): q^(1/n); Beta(2, 2): 3x² − 2x³.
    expect(betaQuantile(0.025, 1, 1_000_000)).toBeCloseTo(1 - 0.975 ** 1e-6, 15);
    expect(betaQuantile(0.975, 7, 1)).toBeCloseTo(0.975 ** (1 / 7), 12);
    expect(betaBelow(0.3, 2, 2)).toBeCloseTo(3 * 0.09 - 2 * 0.027, 12);
    expect(betaBelow(0.5, 400, 400)).toBeCloseTo(0.5, 10);
  });

  it("finds λ 1 where the P values are those of chance, and 2 where their χ² are doubled", () => {
    // P = 0.5 has χ² 0.4549; twice that, 0.9099, has P 0.34015 (R: pchisq(2 * qchisq(0.5, 1), 1, lower = FALSE)).
    expect(qqData(Float64Array.of(-Math.log10(0.5))).lambda_gc).toBeCloseTo(1, 6);
    expect(qqData(Float64Array.of(-Math.log10(0.340149))).lambda_gc).toBeCloseTo(2, 3);
  });

  it("draws the strongest ranks one by one, and the last", () => {
    const ranks = ranksOf(1_000_000);
    expect(ranks.slice(0, 500)).toEqual(Array.from({ length: 500 }, (_, i) => i + 1));
    expect(ranks.at(-1)).toBe(1_000_000);
    expect(ranks.length).toBeLessThanOrEqual(1000);
    const { series, n } = qqData(Float64Array.of(3, Number.NaN, 1, 2));
    expect(n).toBe(3);
    expect(series[0]?.observed).toEqual([3, 2, 1]);
  });
});
