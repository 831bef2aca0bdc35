import { describe, expect, it } from "vitest";
import type { Plot } from "@/lib/document/document";
import { paper } from "../../../chart/tokens";
import { type MemoryTable, memoryDocument, memoryEngine } from "../../testing";
import { PlotRows, readsOf } from "../rows";
import { drawBar, summed } from "./bar";
import { boxOf, drawBox, quantile } from "./box";
import { binOf, binsFor, drawHistogram, roundBins } from "./histogram";
import { drawScatter } from "./scatter";
import { drawScore } from "./score";

async function rowsOf(plot: Plot, table: MemoryTable): Promise<PlotRows> {
  const columns = readsOf(plot);
  const answer = await memoryEngine(table, memoryDocument(table)).values({ columns, filters: {} });
  return new PlotRows(columns, answer, new Map(Object.keys(table).map((id) => [id, id])));
}

const axis = (column: string) => ({ column, label: "" });

describe("box", () => {
  it("has the quartiles of R's type 7", () => {
    // R: quantile(c(1, 2, 3, 4, 10)) is 1 2 3 4 10; quantile(c(1, 2, 3, 4)) has 1.75 and 3.25.
    expect([0.25, 0.5, 0.75].map((share) => quantile([1, 2, 3, 4, 10], share))).toEqual([2, 3, 4]);
    expect([0.25, 0.75].map((share) => quantile([1, 2, 3, 4], share))).toEqual([1.75, 3.25]);
  });
  it("draws whiskers to the furthest value within 1.5 boxes, the bound within", () => {
    // The box is from 2 to 4: 7 is the bound.
    expect(boxOf([1, 2, 3, 4, 7])).toMatchObject({ low: 1, high: 7, beyond: [] });
    expect(boxOf([1, 2, 3, 4, 7.01])).toMatchObject({ high: 4, beyond: [7.01] });
  });
  it("has one for each category, in natural order", async () => {
    const plot = { id: "b", type: "box", title: "", category: axis("c"), value: axis("v") } as Plot;
    const chart = drawBox(plot as never, await rowsOf(plot, { c: ["g10", "g9", null, "g9"], v: [1, 2, 3, null] }));
    expect(chart.twin.rows.map(([name, n]) => [name, n])).toEqual([
      ["g9", "1"],
      ["g10", "1"],
    ]);
    expect(chart.notes[0]).toContain("2 rows");
  });
});

describe("histogram", () => {
  it.each([
    [0, 0],
    [0.999, 0],
    [1, 1],
    [9.999, 9],
    [10, 9],
    [10.001, -1],
    [-0.001, -1],
  ])("%d of 0 to 10 is in bin %d", (value, want) => expect(binOf(value, [0, 10], 10)).toBe(want));
  it("has as many bins as the rule of Freedman and Diaconis says", () => {
    // 1 … 1000: quartiles 250.75 and 750.25, width 2 · 499.5 / 10 = 99.9, span 999: ten bins.
    expect(binsFor(Float64Array.from({ length: 1000 }, (_, i) => i + 1))).toBe(10);
    expect(binsFor(Float64Array.of(3, 3, 3))).toBe(1);
  });
  it.each([
    ["numbers from 1 to 1000", Array.from({ length: 1000 }, (_, i) => i + 1), [0, 1000], 10, 100],
    ["shares", Array.from({ length: 1000 }, (_, i) => 0.013 + i / 2000), [0, 0.55], 11, 0.05],
    ["below zero", Array.from({ length: 1000 }, (_, i) => i / 100 - 5.03), [-6, 5], 11, -5],
  ] as const)("of %s has edges that are round numbers, the data within", (_, values, range, count, first) => {
    const found = roundBins(Float64Array.from(values), undefined);
    expect([found.range, found.count, found.edge(1)]).toEqual([range, count, first]);
  });
  it("has edges of as few digits as its steps, and a value on an edge above it", () => {
    const tenths = roundBins(
      Float64Array.from({ length: 1000 }, (_, i) => i / 1000),
      undefined,
    );
    expect([tenths.edge(3), binOf(0.3, tenths.range, tenths.count)]).toEqual([0.3, 3]);
    expect(binOf(0.29, [0, 1], 100)).toBe(29);
  });
  it("is divided as it is asked, and writes round numbers on its axis all the same", async () => {
    const plot = { id: "h", type: "histogram", title: "", value: axis("v"), bins: 3 } as Plot;
    const chart = drawHistogram(plot as never, await rowsOf(plot, { v: [-1, 9.4, 2] }));
    expect(chart.spots.pick?.(2)).toEqual({ x: [-1 + (10.4 * 2) / 3, 9.4] });
    const { xAxis } = chart.option(paper, undefined) as { xAxis: { axisLabel: { customValues?: number[] } }[] };
    expect(xAxis[1]?.axisLabel.customValues).toEqual([0, 2, 4, 6, 8]);
  });
  it("counts every row once", async () => {
    const plot = { id: "h", type: "histogram", title: "", value: axis("v"), bins: 2 } as Plot;
    const chart = drawHistogram(plot as never, await rowsOf(plot, { v: [0, 1, 2, 3, 4, null] }));
    expect(chart.twin.rows).toEqual([
      ["0 to 2", "2"],
      ["2 to 4", "3"],
    ]);
  });
});

describe("bar", () => {
  it.each([
    ["count", 3],
    ["sum", 9],
    ["mean", 3],
    ["median", 2],
  ] as const)("%s of 1, 2, 6 is %d", (as, want) => expect(summed([6, 1, 2], as)).toBe(want));
  it("has no value where there is no number, but counts nothing as nothing", () => {
    expect([summed([], "mean"), summed([], "count"), summed([1, 2], "median")]).toEqual([undefined, 0, 1.5]);
  });
  it("shows the rows of a bar that is chosen, and its groups by pattern and colour", async () => {
    const plot = {
      id: "b",
      type: "bar",
      title: "",
      category: axis("c"),
      as: "count",
      colour: "g",
      across: false,
    } as Plot;
    const chart = drawBar(plot as never, await rowsOf(plot, { c: ["x", "y", "x"], g: ["u", "u", "w"] }));
    expect(chart.twin.rows).toEqual([
      ["x", "u", "1"],
      ["x", "w", "1"],
      ["y", "u", "1"],
    ]);
    expect(chart.spots.pick?.(2)).toEqual({ categories: ["y"] });
    expect(chart.option(paper, undefined)).toMatchObject({ aria: { enabled: true, decal: { show: true } } });
  });
});

describe("positions", () => {
  const table = { pos: [16_061_016, 51_219_641], cm: [0.06, 74] };
  const plot = {
    id: "s",
    type: "scatter",
    title: "",
    x: axis("pos"),
    y: axis("cm"),
    x_log: false,
    y_log: false,
  } as Plot;
  it("are told as they are, and stand on an axis in millions", async () => {
    const chart = drawScatter(plot as never, await rowsOf(plot, table));
    expect(chart.spots.facts(0).facts).toEqual([
      ["pos", "16061016"],
      ["cm", "0.06"],
    ]);
    const { xAxis } = chart.option(paper, undefined) as { xAxis: { axisLabel: { formatter: (x: number) => string } } };
    expect(xAxis.axisLabel.formatter(20_000_000)).toBe("20M");
  });
  it("are drawn at once, and not a few hundred rows at a time", async () => {
    const chart = drawScatter(plot as never, await rowsOf(plot, table));
    const { series } = chart.option(paper, undefined) as { series: { progressive: number }[] };
    expect(series[0]?.progressive).toBe(0);
  });
  it("of what is told of a row are whole", async () => {
    const told = { ...plot, x: axis("cm"), hover: ["pos"] } as Plot;
    const chart = drawScatter(told as never, await rowsOf(told, table));
    expect(chart.spots.facts(1).facts.at(-1)).toEqual(["pos", "51219641"]);
  });
});

describe("scatter", () => {
  const plot = {
    id: "s",
    type: "scatter",
    title: "",
    x: axis("x"),
    y: axis("y"),
    x_log: true,
    y_log: false,
    colour: "g",
  } as Plot;
  it("leaves out what a log axis does not have, zero too, and tells groups apart by shape", async () => {
    const chart = drawScatter(
      plot as never,
      await rowsOf(plot, { x: [1, 0, -1, 10], y: [1, 2, 3, 4], g: ["a", "a", "b", "b"] }),
    );
    expect(chart.spots.length).toBe(2);
    expect(chart.notes[0]).toContain("2 rows");
    const { series } = chart.option(paper, undefined) as { series: { symbol: string; name: string }[] };
    expect(series.map(({ symbol, name }) => [symbol, name])).toEqual([
      ["circle", "a"],
      ["rect", "b"],
    ]);
  });
  it("gathers what is beyond six groups", async () => {
    const g = ["a", "b", "c", "d", "e", "f", "g", "h"];
    const ones = g.map(() => 1);
    const chart = drawScatter(plot as never, await rowsOf(plot, { x: ones, y: ones, g }));
    const { series } = chart.option(paper, undefined) as { series: { name: string; data: ArrayLike<number> }[] };
    expect(series.map(({ name, data }) => [name, data.length / 2])).toEqual([
      ...["a", "b", "c", "d", "e", "f"].map((name) => [name, 1]),
      ["Others", 2],
    ]);
  });
});

describe("score", () => {
  it("adds up weighted parts; a part that is missing adds nothing and is counted", async () => {
    const plot = {
      id: "s",
      type: "score",
      title: "",
      name: "n",
      parts: [
        { column: "a", weight: 2 },
        { column: "b", weight: -1 },
      ],
      most: 2,
    } as Plot;
    const table = { n: ["x", "y", "z", "none"], a: [1, 3, 2, null], b: [0, 1, null, null] };
    const chart = drawScore(plot as never, await rowsOf(plot, table));
    expect(chart.twin.rows).toEqual([
      ["y", "5", "6", "−1"],
      ["z", "4", "4", "0"],
    ]);
    expect(chart.notes[0]).toContain("1 row of these lacks a part");
  });
});
