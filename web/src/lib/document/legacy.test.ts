import { describe, expect, test } from "vitest";
import { documentSchema, type PageDocument } from "./document";
import { exportLegacy, importLegacy } from "./legacy";
import type { TableInfo } from "./table";

const table: TableInfo = {
  columns: [
    { id: "chrom", source: "chrom", type: "text" },
    { id: "pos", source: "pos", type: "number" },
    { id: "snp", source: "snp", type: "text" },
    { id: "p", source: "p", type: "number" },
    { id: "beta", source: "beta", type: "number" },
    { id: "gene", source: "gene", type: "text" },
    { id: "coding", source: "coding", type: "text" },
  ],
};

const raw = (name: string, source: string) => ({
  type: "raw",
  "field name": name,
  "raw field": source,
  converted: false,
});

const format = {
  "data convert": [
    raw("Chr", "chrom"),
    raw("Pos", "pos"),
    raw("Variant", "snp"),
    raw("P", "p"),
    raw("Effect", "beta"),
    raw("Gene", "gene"),
    raw("Coding", "coding"),
    { type: "join", "field name": "Locus", "fields to join": ["chrom", "pos"], "join by": ":", "create new": true },
    { type: "calculate", "field name": "Strength", "raw field": "p", "calculation type": "-log10", "create new": true },
    {
      type: "score columns",
      "field name": "Support",
      "fields to score": ["coding"],
      "score by": { coding: { type: "boolean", "value to score": { yes: 2, no: 0 } } },
      "create new": true,
    },
  ],
  "top rows": ["Variant", "Locus", "Gene", "P", "Effect", "Support"],
  features: ["Position"],
  Position: ["Chr", "Pos"],
  "column formatting": {
    P: { type: ["scientific notation"] },
    Effect: { type: ["fixed 3", "direction triangle"] },
    Gene: { type: ["link"], "link to": "https://genes.example/", "new tab": "false" },
    Support: { type: ["render background percent"], "percent if empty": 5 },
  },
  "tool tips": { Effect: "Per copy of the tested allele" },
  locus: "Locus",
  star: "Variant",
};
const filters = [
  { field: "Gene", label: "Gene", type: "search", "label in bubble": "true" },
  { field: "P", label: "P at most", type: "search less than", "label in bubble": "false" },
  { field: "Gone", label: "Gone", type: "dropdown" },
];
const plot = {
  type: "manhattan bitmap plot",
  "x axis field": "Locus",
  "x axis label": "Chromosome",
  "y axis field": "Strength",
  "y axis label": "-log10(p)",
  "render by": "Variant",
  "hover content": ["Gene", "P"],
  height: 300,
};

const texts = [format, filters, plot].map((one) => JSON.stringify(one));

function imported(of: readonly string[]): { document: PageDocument; sentences: string[] } {
  const { document, notes } = importLegacy(of, table);
  expect(documentSchema.safeParse(document).error).toBeUndefined();
  return { document, sentences: notes.map(({ sentence }) => sentence) };
}

test("three texts become a document, in any order, and so does the record that holds them", () => {
  const { document, sentences } = imported([...texts].reverse());
  expect(sentences).toEqual(["The filter “Gone” names “Gone”, which is not there."]);
  expect(document).toMatchObject({
    columns: [
      { id: "chrom", source: "chrom", title: "Chr", type: "text" },
      { id: "pos", title: "Pos", type: "number" },
      { id: "snp", title: "Variant" },
      { id: "p", title: "P" },
      { id: "beta", title: "Effect" },
      { id: "gene", title: "Gene" },
      { id: "coding", title: "Coding" },
    ],
    steps: [
      {
        type: "join",
        inputs: ["chrom", "pos"],
        by: [":"],
        missing: "missing",
        output: { id: "locus", title: "Locus" },
      },
      { type: "neglog10", input: "p", zero: "missing", output: { id: "strength", title: "Strength" } },
      { type: "score", scores: [{ column: "coding", yes: 2, no: 0 }], as: "mean", output: { id: "support" } },
    ],
    formats: {
      p: [{ type: "scientific", digits: 2 }],
      beta: [{ type: "decimals", digits: 2 }, { type: "direction" }],
      gene: [{ type: "link", to: "https://genes.example/{value}", new_tab: false, as: "text" }],
      support: [{ type: "bar", reverse: false, empty: 5 }],
    },
    tips: { beta: "Per copy of the tested allele" },
    table: { columns: ["snp", "locus", "gene", "p", "beta", "support"] },
    groups: [{ title: "Position", columns: ["chrom", "pos"] }],
    locus: "locus",
    star: "snp",
    filters: [
      { type: "contains", column: "gene", label: "Gene", name_in_chip: true },
      { type: "at_most", column: "p", label: "P at most", name_in_chip: false },
    ],
    plots: [
      {
        type: "manhattan",
        place: { chromosome: "chrom", position: "pos" },
        y: { column: "strength", is: "neg_log_10_p", label: "-log10(p)" },
        name: "snp",
        hover: ["gene", "p"],
        height: 300,
      },
    ],
  });
  const record = {
    title: "T",
    field_data_table_format: texts[0],
    field_filters: filters,
    field_visualizer_configuration: plot,
  };
  const other = importLegacy([JSON.stringify(record)], table);
  expect(other.document).toEqual({ ...document, title: "T" });
});

test("a conversion in place gives the column its name", () => {
  const conversion = {
    type: "replace characters",
    "field name": "Symbol",
    "raw field": "gene",
    replace: [
      { from: "-", to: "" },
      { from: "", to: "x" },
    ],
    "create new": false,
  };
  const { document, sentences } = imported([
    JSON.stringify({ "data convert": [raw("P", "p"), conversion], "top rows": ["Symbol"] }),
  ]);
  expect(document.columns.map(({ id, title }) => [id, title])).toEqual([
    ["p", "P"],
    ["gene", "Symbol"],
  ]);
  expect(document.steps).toEqual([
    {
      id: "step_1",
      type: "replace",
      input: "gene",
      pairs: [{ from: "-", to: "" }],
      output: { id: "gene", title: "Symbol" },
    },
  ]);
  expect(document.table.columns).toEqual(["gene"]);
  expect(sentences).toEqual(["The conversion “Symbol” replaces nothing in one of its rows, which was left out."]);
});

test("two names may be swapped", () => {
  const { document } = imported([
    JSON.stringify({ "data convert": [raw("beta", "p"), raw("p", "beta")], "top rows": ["p", "beta"] }),
  ]);
  expect(document.columns.map(({ id, source, title }) => [id, source, title])).toEqual([
    ["p", "p", "beta"],
    ["beta", "beta", "p"],
  ]);
  expect(document.table.columns).toEqual(["beta", "p"]);
});

describe("what is not said, or cannot be carried over", () => {
  test.each<[string, string[], string[]]>([
    ["nothing at all", [""], []],
    ["no JSON", ["{"], [expect.stringMatching(/^One of the texts is no JSON: /) as unknown as string]],
    ["a key that is not known", ['{"title rows": []}'], ["“title rows” cannot be carried over."]],
    [
      "a column that is not there",
      ['{"data convert": [{"type":"raw","raw field":"q"}]}'],
      ["The table has no column “q”."],
    ],
    [
      "another conversion",
      ['{"data convert": [{"type":"kp phenotype name","field name":"A"}]}'],
      ["The conversion “kp phenotype name” of “A” cannot be carried over."],
    ],
    [
      "a split without source",
      ['{"data convert": [{"type":"split","field name":["a","b"],"split by":[":"]}]}'],
      ["The conversion “a, b” lacks its source, its names or its separators and was left out."],
    ],
    [
      "a function that is not known",
      ['{"data convert": [{"type":"js math","raw field":"p","method":"constructor"}]}'],
      ["The function “constructor” of “” is not known."],
    ],
    ["another plot", ['{"type":"cell browser"}'], ["The plot “cell browser” cannot be carried over."]],
    ["a plot without columns", ['{"type":"phewas plot"}'], ["The plot “phewas plot” lacks columns and was left out."]],
  ])("%s", (_, of, sentences) => expect(imported(of).sentences).toEqual(sentences));
});

test("plots that stopped the older program are drawn", () => {
  const several = {
    "wrapper type": "divs",
    visualizers: [
      {
        type: "volcano plot",
        "x axis field": "beta",
        "y axis field": "p",
        "render by": "gene",
        "x condition": { combination: "or", "greater than": 1, "lower than": -1 },
        "dot label score": 1,
      },
      {
        type: "heat map",
        "column field": "chrom",
        "row field": "gene",
        main: { field: "beta", low: -2, middle: 0, high: 2, direction: "negative" },
      },
      {
        type: "phewas plot",
        "y axis field": "p",
        "render by": "snp",
        "group by": "chrom",
        "convert y -log10": "true",
        thresholds: [0.05],
      },
      { type: "phewas plot", "y axis field": "p", "render by": "snp", "group by": "chrom", thresholds: [2] },
    ],
  };
  const { document, sentences } = imported([JSON.stringify(several)]);
  expect(sentences).toEqual([]);
  expect(document.layout).toBe("stacked");
  expect(document.plots).toMatchObject([
    {
      type: "volcano",
      x_condition: { above: 1, below: -1, join: "either" },
      y_condition: { join: "either" },
      label_at: 1,
    },
    { type: "heatmap", value: { low: -2, middle: 0, high: 2, reverse: true } },
    { type: "phewas", y: { is: "p" }, thresholds: [0.05] },
    { type: "phewas", y: { is: "neg_log_10_p" }, thresholds: [0.01] },
  ]);
});

test("a place without its parts is split into them", () => {
  const { document } = imported([
    JSON.stringify({
      ...plot,
      "x axis field": "snp",
      "y axis field": "beta",
      "render by": "gene",
      "hover content": [],
    }),
  ]);
  expect(document.steps.map(({ type }) => type)).toEqual(["split", "to_number"]);
  expect(document.plots[0]).toMatchObject({
    place: { chromosome: "chromosome_of_the_plot", position: "position_of_the_plot" },
  });
});

test("what was imported is exported and imported as the same", () => {
  const { document } = imported(texts);
  const { texts: said, notes } = exportLegacy(document);
  expect(notes).toEqual([]);
  expect(JSON.parse(said.table)).toMatchObject({
    "locus field": "Locus",
    "star column": "Variant",
    "column formatting": { Effect: { type: ["fixed 3", "direction triangle"] } },
  });
  expect(importLegacy(Object.values(said), table)).toEqual({
    document: { ...document, plots: [{ ...document.plots[0], title: "Manhattan" }] },
    notes: [],
  });
});
