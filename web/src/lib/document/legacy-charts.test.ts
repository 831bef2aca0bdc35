import { describe, expect, test } from "vitest";
import { documentSchema } from "./document";
import { importLegacy } from "./legacy";
import type { TableInfo } from "./table";

const table: TableInfo = {
  columns: [
    { id: "gene", source: "gene", type: "text" },
    { id: "locus", source: "locus", type: "text" },
    { id: "p", source: "p", type: "number" },
    { id: "beta", source: "beta", type: "number" },
    { id: "group", source: "group", type: "text" },
    { id: "coding", source: "coding", type: "text" },
  ],
};

function imported(text: object) {
  const { document, notes } = importLegacy([JSON.stringify(text)], table);
  expect(documentSchema.safeParse(document).error).toBeUndefined();
  return { ...document, sentences: notes.map(({ sentence }) => sentence) };
}

test("a Manhattan and QQ plot in one becomes two", () => {
  const { plots, sentences } = imported({
    type: "manhattan qq plot",
    "x axis field": "locus",
    "y axis field": "beta",
    "render by": "gene",
    "m-plot y axis label": "Strength",
    "qq-plot y axis label": "Observed",
    "m-plot thresholds": [5e-8, 5],
    lambda: "true",
  });
  expect(plots).toMatchObject([
    {
      type: "manhattan",
      y: { column: "beta", is: "neg_log_10_p", label: "Strength" },
      thresholds: [5e-8, 1e-5],
      name: "gene",
    },
    { type: "qq", y: { column: "beta", is: "neg_log_10_p", label: "Observed" }, title: "QQ" },
  ]);
  expect(new Set(plots.map(({ id }) => id)).size).toBe(2);
  expect(sentences).toEqual(["Of the plot “manhattan qq plot” “lambda” cannot be carried over."]);
});

describe("a scatter plot", () => {
  test("has its axes, colour and names", () => {
    const { plots, sentences } = imported({
      type: "simple scatter plot",
      "x axis field": "beta",
      "x axis label": "Effect",
      "y axis field": "p",
      "render by": "gene",
      "color by": "group",
      "on hover": ["gene"],
      height: 300,
    });
    expect(plots).toMatchObject([
      {
        type: "scatter",
        x: { column: "beta", label: "Effect" },
        y: { column: "p" },
        colour: "group",
        name: "gene",
        hover: ["gene"],
        height: 300,
      },
    ]);
    expect(sentences).toEqual([]);
  });

  test("of which the axes could be chosen has the first, and the others are told", () => {
    const { plots, sentences } = imported({
      type: "scatter plot",
      "x axis fields": ["beta", "p"],
      "y axis fields": ["p"],
      "color by": [{ field: "group" }, "coding"],
      "render type": "single plot",
    });
    expect(plots).toMatchObject([{ x: { column: "beta" }, y: { column: "p" }, colour: "group" }]);
    expect(sentences).toEqual(["The x axis of a scatter plot could be chosen; “beta” was carried over, not “p”."]);
  });
});

describe("bars and boxes", () => {
  const bars = { type: "bar plot", "render by": "gene", "group by": "group", "y axis field": "p" };
  test("bars stand for rows, coloured by group, and P values are turned by a step", () => {
    const { plots, steps, sentences } = imported({ ...bars, "convert y -log10": "true", thresholds: [0.05] });
    expect(steps).toMatchObject([{ type: "neglog10", input: "p" }]);
    const [step] = steps;
    const made = step?.type === "neglog10" ? step.output.id : "";
    expect(plots).toMatchObject([
      { type: "bar", category: { column: "gene" }, value: { column: made }, as: "sum", colour: "group" },
    ]);
    expect(sentences).toEqual(["Bars have no thresholds here: those of “bar plot” were left out."]);
  });

  test("boxes are of the rows of a group; quartiles in columns are told of", () => {
    const { plots } = imported({
      type: "box plot",
      "group by": "group",
      "y axis field": "beta",
      "y axis label": "Effect",
    });
    expect(plots).toMatchObject([
      { type: "box", category: { column: "group" }, value: { column: "beta", label: "Effect" } },
    ]);
    const other = imported({ type: "box plot", "render by": "gene", "y axis field": { min: "p", max: "beta" } });
    expect([other.plots, other.sentences]).toEqual([
      [],
      ["Boxes are calculated from rows here: “box plot” names columns with quartiles and was left out."],
    ]);
  });

  test.each([
    ["bar plot", { type: "bar plot", "render by": "gene" }],
    ["box plot", { type: "box plot", "y axis field": "beta" }],
    ["simple scatter plot", { type: "simple scatter plot", "x axis field": "beta" }],
    ["score plot", { type: "score plot", "render by": "gene", "score by": [] }],
  ])("a %s without its columns is left out and told of", (type, plot) => {
    const { plots, sentences } = imported(plot);
    expect([plots, sentences]).toEqual([[], [`The plot “${type}” lacks columns and was left out.`]]);
  });
});

test("a score is made of its columns with their weights; yes and no become numbers by a step", () => {
  const { plots, steps, sentences } = imported({
    type: "score plot",
    "render by": "gene",
    "score by": [
      { field: "beta", type: "number", weight: 2 },
      { field: "coding", type: "boolean", "value to score": { yes: 3, no: -1 }, weight: 0.5 },
      { field: "group", type: "text", "value to score": { high: 1 } },
      { field: "absent", weight: 1 },
    ],
    "recalculate score": "true",
  });
  expect(steps).toMatchObject([{ type: "score", scores: [{ column: "coding", yes: 3, no: -1 }], as: "sum" }]);
  const made = steps[0]?.type === "score" ? steps[0].output.id : "";
  expect(plots).toMatchObject([
    {
      type: "score",
      name: "gene",
      parts: [
        { column: "beta", weight: 2 },
        { column: made, weight: 0.5 },
        { column: "group", weight: 1 },
        { column: "absent", weight: 1 },
      ],
    },
  ]);
  expect(sentences).toEqual([
    "The values that “group” scores by cannot be carried over. The column itself is counted.",
    "The plot “score plot” names “absent”, which the table does not have.",
    "Of the plot “score plot” “recalculate score” cannot be carried over.",
  ]);
});

describe("the plot above a table", () => {
  const above = (plot: object) => imported({ "top rows": ["gene"], "summary plot": plot });
  test("is a histogram of each field, of −log10 where it says so", () => {
    const { plots, steps, sentences } = above({
      type: "histogram",
      fields: ["beta", "p"],
      buckets: 30,
      title: "Values",
      "data convert": { p: "-log10" },
    });
    expect(steps).toMatchObject([{ type: "neglog10", input: "p" }]);
    expect(plots).toMatchObject([
      { id: "plot_1", type: "histogram", title: "Values", value: { column: "beta" }, bins: 30 },
      { id: "plot_2", type: "histogram", bins: 30 },
    ]);
    expect(sentences).toEqual([]);
  });

  test("is a scatter plot of two fields, and nothing else", () => {
    expect(above({ type: "scatterplot", fields: ["beta", "p"] }).plots).toMatchObject([
      { type: "scatter", x: { column: "beta" }, y: { column: "p" } },
    ]);
    const { plots, sentences } = above({ type: "violin", fields: ["beta"] });
    expect([plots, sentences]).toEqual([[], ["The plot of the table, “violin”, cannot be carried over."]]);
  });
});

test("the genome build that a region names is that of the page", () => {
  const region = {
    type: "region plot",
    "region fields": { chromosome: "locus", position: "p" },
    "y axis field": "beta",
    "genome reference": "GRCh38",
  };
  expect(imported(region).genome_build).toBe("GRCh38");
  expect(imported({ ...region, "genome reference": "hg17" }).sentences).toEqual([
    "The genome build “hg17” of the plot “region plot” is not known.",
  ]);
});
