import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { PageDocument } from "@/lib/document/document";
import { emptyDocument } from "@/lib/document/start";
import type { TableInfo } from "@/lib/document/table";
import { genomeOf } from "../../chart/manhattan";
import type { ManhattanData } from "../../chart/plotData";
import type { ManhattanOf } from "./manhattanPlot";
import { fromRows, notReduced, readsOverview, reducedModel } from "./overview";

/** The reduction that the server made of `golden` in `golden_test.go`: P 1e-400 at 1:100, 5e-8 at 1:200, … */
const data: ManhattanData = JSON.parse(
  readFileSync("../internal/gwas/pagedata/testdata/overview.json", "utf8"),
).manhattan;
const columns = (
  [
    ["chr", "text", "chromosome"],
    ["pos", "number", "position"],
    ["p", "number", "p_value"],
  ] as const
).map(([id, type, role]) => ({ id, source: id, type, role }));
const table: TableInfo = { rows: fromRows, columns };
const page = emptyDocument(table);
const plot = page.plots.find(({ type }) => type === "manhattan") as ManhattanOf;

describe("the reduction of a long table", () => {
  it.each<[string, boolean, Partial<PageDocument>, number]>([
    ["of as many rows as can be read at once", false, {}, fromRows - 1],
    ["of more", true, {}, fromRows],
    ["that a hidden filter narrows", false, { filters: [{ ...page.filters[0], hidden: true } as never] }, fromRows],
    [
      "whose P a step makes",
      false,
      { steps: [{ id: "s", type: "math", input: "p", function: "abs", output: { id: "p", title: "" } } as never] },
      fromRows,
    ],
  ])("stands for rows %s: %s", (_, stands, change, rows) => {
    expect(readsOverview(plot, { ...page, ...change }, { ...table, rows })).toBe(stands);
  });

  it("is drawn with the thresholds and words of the plot", () => {
    const model = reducedModel(
      { ...plot, title: "Mine", thresholds: [1e-3], y: { ...plot.y, label: "Strength" } },
      data,
      genomeOf(data),
    );
    expect(model.lines.map(({ points }) => points[1])).toEqual([3]);
    expect([model.title, model.y.label]).toEqual(["Mine", "Strength"]);
    expect(model.y.domain[1]).toBeGreaterThanOrEqual(400);
  });

  it("says how many rows are not in it", () => {
    const { n } = data;
    expect(notReduced({ ...table, rows: n + 10 }, data)).toEqual([
      "Left out: 10 rows without a place on a chromosome, or without a P value above 0.",
    ]);
    expect(notReduced({ ...table, rows: n }, data)).toEqual([]);
  });

  it("labels what is beyond the strongest threshold, and its axis reaches further than that", () => {
    const low: ManhattanData = {
      ...data,
      max_y: 7.2,
      top: { ...data.top, y: data.top.y.map((y) => Math.min(y, 7.2)) },
    };
    const labels = (thresholds: number[]) => reducedModel({ ...plot, thresholds }, low, genomeOf(low)).marks.length;
    // The strong rows are within 500,000 bases of each other; without a threshold labels begin at 5e-8, which is 7.3.
    expect([labels([1e-7]), labels([6e-8]), labels([]), labels([0])]).toEqual([1, 0, 0, 0]);
    expect(reducedModel({ ...plot, thresholds: [1e-20] }, low, genomeOf(low)).y.domain[1]).toBeGreaterThanOrEqual(23);
  });
});
