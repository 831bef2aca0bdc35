import { describe, expect, it, vi } from "vitest";
import { toneIndex } from "../../chart/model";
import type { Pen } from "../../chart/pen";
import { paper } from "../../chart/tokens";
import { largest } from "./drawn";
import { forestOf } from "./forestPlot";
import { circleShare, heatOf, layOutHeat, paintHeatmap, shareOf } from "./heatmapPlot";
import { needsOf } from "./needs";
import { drawPhewas } from "./phewasPlot";
import { rowsOf } from "./testing";
import { drawVolcano, holds } from "./volcanoPlot";

const p = { column: "p", is: "p", label: "" } as const;

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
  const plot = {
    id: "h",
    type: "heatmap",
    title: "",
    column: { column: "a", label: "" },
    row: { column: "b", label: "" },
    value: { ...value, column: "v" },
  } as const;
  const heatmap = async (table: Parameters<typeof rowsOf>[1]) =>
    heatOf(plot as never, await rowsOf(plot as never, table));

  it("keeps numbers as names, leaves missing cells open and counts what is there twice", async () => {
    const heat = await heatmap({ a: [10, 9, 10, 10], b: ["x", "y", "x", null], v: [1, 2, 3, 4] });
    expect([heat.columns, heat.rows, heat.cells]).toEqual([["9", "10"], ["x", "y"], 2]);
    expect([heat.at(0, 1)?.value, heat.at(0, 0)]).toEqual([1, undefined]);
    expect(heat.notes).toHaveLength(2);
  });

  /** A table whose values are those of a diagonal. */
  const diagonal = (across: number, down: number) => {
    const places = Array.from({ length: Math.max(across, down) }, (_, i) => i);
    return { a: places.map((i) => i % across), b: places.map((i) => `r${i % down}`), v: places.map(() => 1) };
  };

  it.each([
    [100, 100, 2 * (100 * 100 - 100)],
    [101, 100, 0],
  ])("of %d by %d cells the blank ones get %d lines", async (across, down, want) => {
    const heat = await heatmap(diagonal(across, down));
    const line = vi.fn();
    const pen = new Proxy({}, { get: (_, name) => (name === "line" ? line : vi.fn()) }) as Pen;
    paintHeatmap(plot as never, heat, layOutHeat(heat, 1000), pen, paper);
    expect(line).toHaveBeenCalledTimes(want);
  });

  it("keeps the cells that are drawn, of however many", async () => {
    const heat = await heatmap(diagonal(401, 401));
    expect([heat.columns.length, heat.rows.length, heat.cells]).toEqual([400, 400, 400]);
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
      "The column for y axis, “gone”, is missing: choose another.",
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
