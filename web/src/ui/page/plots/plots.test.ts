import { describe, expect, it } from "vitest";
import { betaBelow, betaQuantile } from "@/lib/beta";
import type { Plot } from "@/lib/document/document";
import { toneIndex } from "../../chart/model";
import { type MemoryTable, memoryDocument, memoryEngine } from "../testing";
import { largest } from "./drawn";
import { forestOf } from "./forestPlot";
import { circleShare, heatOf, shareOf } from "./heatmapPlot";
import { drawManhattan, genomeRange, genomeView, peaksOf } from "./manhattanPlot";
import { needsOf } from "./needs";
import { drawPhewas } from "./phewasPlot";
import { qqData, ranksOf } from "./qqPlot";
import { drawRegion, regionOfView, strongestRegion, viewOfRegion } from "./regionPlot";
import { PlotRows, readsOf } from "./rows";
import { drawVolcano, holds } from "./volcanoPlot";

async function rowsOf(plot: Plot, table: MemoryTable): Promise<PlotRows> {
  const columns = readsOf(plot);
  const answer = await memoryEngine(table, memoryDocument(table)).values({ columns, filters: {} });
  return new PlotRows(columns, answer, new Map(Object.keys(table).map((id) => [id, id.toUpperCase()])));
}

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
    expect(notes).toEqual(["Left out: 2 rows without a place on a chromosome.", "Left out: 1 row without a P value."]);
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

describe("volcano", () => {
  it.each([
    [{ above: 2, join: "either" }, [1.999, 2], [false, true]],
    [{ below: -2, join: "either" }, [-2, -1.999], [true, false]],
    [{ above: 2, below: -2, join: "either" }, [-2, 0, 2], [true, false, true]],
    [{ above: -1, below: 1, join: "both" }, [-1.1, -1, 1, 1.1], [false, true, true, false]],
    [{ join: "either" }, [5], [false]],
  ] as const)("%j includes its bounds", (condition, values, want) =>
    expect(values.map((value) => holds(condition, value))).toEqual(want),
  );

  const plot = {
    id: "v",
    type: "volcano",
    title: "",
    x: { column: "b", label: "Beta" },
    y: p,
    name: "g",
    x_condition: { above: 1, below: -1, join: "either" },
    y_condition: { above: 2, join: "either" },
    label_at: 2,
  } as const;

  it("marks by both conditions at once, and needs no size", async () => {
    const table = { b: [2, -2, 0, 2, null], p: [1e-3, 0.5, 1e-3, 0.01, 0.1], g: ["A", "B", "C", "D", "E"] };
    const { model, notes } = drawVolcano(plot as never, await rowsOf(plot as never, table));
    expect(model.points.map(({ x, shape }) => [x.length, shape])).toEqual([
      [0, "square"],
      [2, "dot"],
      [2, "diamond"],
    ]);
    expect(model.marks.map(({ text }) => text)).toEqual(["A", "D"]);
    expect(notes).toHaveLength(1);
  });

  it("takes more rows than a call has arguments", async () => {
    const n = 200_000;
    const table = {
      b: Array.from({ length: n }, (_, i) => i / n),
      p: Array.from({ length: n }, () => 0.5),
      g: Array.from({ length: n }, () => "g"),
    };
    const { model } = drawVolcano(plot as never, await rowsOf(plot as never, table));
    expect(model.x.domain[1]).toBeGreaterThan(0.99);
  });
});

describe("PheWAS", () => {
  const plot = {
    id: "w",
    type: "phewas",
    title: "",
    y: p,
    name: "t",
    group: "g",
    beta: "b",
    thresholds: [0.001],
  } as const;
  it("keeps traits of its own names, groups them, and shows which way an effect goes", async () => {
    const table = {
      t: ["Mine", "Yours", "Theirs", "Nobody's"],
      g: ["Z", "A", "A", null],
      p: [1e-4, 0.1, 1e-6, 0.2],
      b: [1, -1, 0, null],
    };
    const drawn = drawPhewas(plot as never, await rowsOf(plot as never, table));
    const [up, down, dot] = drawn.model.points;
    expect([up?.x, down?.x, dot?.x]).toEqual([[4.5], [1.5], [0.5, 7.5]]);
    expect(drawn.model.marks.map(({ text }) => text)).toEqual(["Theirs", "Mine"]);
    expect(drawn.groupsIn([0, 3])).toEqual(["A"]);
    expect(up?.tone[0]).toBe(toneIndex("second"));
  });
  it("needs no thresholds", async () => {
    const table = { t: ["a"], g: ["x"], p: [0.5], b: [1] };
    const { model } = drawPhewas({ ...plot, thresholds: [] } as never, await rowsOf(plot as never, table));
    expect(model.lines).toEqual([]);
    expect(model.y.domain[1]).toBeGreaterThan(0.3);
  });
});

describe("heat map", () => {
  const value = { column: "v", label: "V", low: -2, middle: 0, high: 4, reverse: false };
  it.each([
    [-2, -1],
    [-1, -0.5],
    [-9, -1],
    [0, 0],
    [2, 0.5],
    [4, 1],
  ])("%d is %d of its side", (at, want) => expect(shareOf(value, at)).toBe(want));
  it("works with a low above zero, and the other way round", () => {
    expect(shareOf({ ...value, low: 1, middle: 2, high: 3 }, 1.5)).toBe(-0.5);
    expect(shareOf({ ...value, reverse: true }, 2)).toBe(-0.5);
  });
  it("grows a circle by the steps that are reached, bounds within", () => {
    const circle = { column: "c", label: "C", steps: [1, 2, 4], reverse: false };
    expect([0.9, 1, 2, 9, Number.NaN].map((at) => circleShare(circle, at))).toEqual([0, 1 / 3, 2 / 3, 1, 0]);
    expect(circleShare({ ...circle, reverse: true }, 1)).toBe(1);
  });
  it("keeps numbers as names, leaves missing cells open and counts what is there twice", async () => {
    const plot = {
      id: "h",
      type: "heatmap",
      title: "",
      column: { column: "a", label: "" },
      row: { column: "b", label: "" },
      value: { ...value, column: "v" },
    } as const;
    const table = { a: [10, 9, 10, 10], b: ["x", "y", "x", null], v: [1, 2, 3, 4] };
    const heat = heatOf(plot as never, await rowsOf(plot as never, table));
    expect([heat.columns, heat.rows, heat.cells]).toEqual([["9", "10"], ["x", "y"], 2]);
    expect([heat.at(0, 1)?.value, heat.at(0, 0)]).toEqual([1, undefined]);
    expect(heat.notes).toHaveLength(2);
  });
});

describe("forest", () => {
  const plot = {
    id: "f",
    type: "forest",
    title: "",
    name: "n",
    estimate: { column: "e", label: "OR" },
    interval: { low: "l", high: "h" },
    scale: "ratio",
  } as const;
  it("draws ratios by their logarithms and leaves out what has none", async () => {
    const table = { n: ["a", "b", "c"], e: [2, -1, 1], l: [1, 0.5, null], h: [4, 2, 3] };
    const { forest, notes } = forestOf(plot as never, await rowsOf(plot as never, table));
    expect(forest.studies).toHaveLength(1);
    expect(forest.studies[0]).toMatchObject({ name: "a", beta: Math.log(2), ends: [0, Math.log(4)] });
    expect(notes[0]).toContain("2 rows");
  });
  it("takes 1.96 standard errors to both sides, under headings of groups", async () => {
    const linear = { ...plot, interval: { standard_error: "s" }, scale: "linear", group: "g" } as const;
    const table = { n: ["a", "b"], e: [1, 2], s: [0.5, 0.25], g: ["Y", "X"] };
    const { forest, lines } = forestOf(linear as never, await rowsOf(linear as never, table));
    expect(forest.studies.map(({ name }) => name)).toEqual(["X", "b", "Y", "a"]);
    expect(lines).toEqual([-1, 1, -1, 0]);
    expect(forest.studies[3]?.ends?.[1]).toBeCloseTo(1 + 0.97998, 5);
  });
});

describe("region", () => {
  const plot = { id: "r", type: "region", title: "", place, y: p, name: "rs", genes: true } as const;
  const table = {
    chr: ["2", "1", "1", "1"],
    pos: [5, 1_000_000, 1_600_000, 2_000_000],
    p: [0.1, 1e-9, 1e-3, 1e-8],
    rs: ["a", "b", "c", "d"],
  };
  it("begins where the strongest row stands, on its chromosome alone", async () => {
    const rows = await rowsOf(plot as never, table);
    const { placed } = drawManhattan({ ...plot, type: "manhattan", thresholds: [] } as never, rows, "GRCh37");
    const region = strongestRegion(placed);
    expect(region).toEqual({ chromosome: 1, start: 500_000, end: 1_500_000 });
    const wide = { chromosome: 1, start: 1, end: 1_600_000 };
    const { data } = drawRegion(plot as never, rows, placed, wide, "GRCh37", { missing: "No genes here." });
    expect(data.tracks[0]?.points).toMatchObject({ position: [1_000_000, 1_600_000], rsid: ["b", "c"] });
    expect([data.tracks[0]?.lead, data.genes.missing]).toEqual([0, "No genes here."]);
    expect(regionOfView(placed, viewOfRegion(placed, wide))).toEqual(wide);
  });
});

describe("readiness", () => {
  it("names what is not chosen and what is gone", () => {
    const plot = {
      id: "s",
      type: "scatter",
      title: "",
      x: { column: "", label: "" },
      y: { column: "gone", label: "" },
    };
    expect(needsOf(plot as never, { titles: new Map([["there", "There"]]) })).toEqual([
      "Choose the column for x axis.",
      "The column for y axis, “gone”, is not there any more: choose another.",
    ]);
    expect(
      needsOf({ ...plot, x: { column: "there" }, y: { column: "there" } } as never, {
        titles: new Map([["there", ""]]),
      }),
    ).toEqual([]);
  });
});

describe("largest", () => {
  it("has the same as a full sort, without what is no number", () => {
    const values = Float64Array.from({ length: 5000 }, (_, i) => (i % 7 === 0 ? Number.NaN : Math.sin(i * 12.9898)));
    const sorted = [...values.keys()]
      .filter((i) => Number.isFinite(values[i]))
      .sort((a, b) => (values[b] as number) - (values[a] as number));
    expect(largest(values, 20)).toEqual(sorted.slice(0, 20));
  });
});
