import { describe, expect, test } from "vitest";
import { exportLegacy, importLegacy } from "./legacy";
import { imported, plot, raw, table, texts } from "./legacy-testing";

describe("what is not said, or cannot be carried over", () => {
  test.each<[string, string[], string[]]>([
    ["nothing at all", [""], []],
    ["no JSON", ["{"], ["One of the texts cannot be read. Line 1, column 2: A name in quotes is missing here."]],
    [
      "a record with a text that is no JSON",
      [JSON.stringify({ field_filters: '[\n  {"field": }\n]' })],
      ["“field_filters” cannot be read. Line 2, column 13: A value is missing here."],
    ],
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
      "a split without separators",
      ['{"data convert": [{"type":"split","field to split":"v","field name":["a","b"],"split by":[""]}]}'],
      ["The conversion “a, b” lacks its source, its names or its separators and was left out."],
    ],
    [
      "a function that is not known",
      ['{"data convert": [{"type":"js math","raw field":"p","method":"constructor"}]}'],
      ["The function “constructor” of “” is not known."],
    ],
    [
      "both backgrounds",
      [
        '{"data convert":[{"type":"raw","field name":"P","raw field":"p"}],"column formatting":{"P":{"type":["render background percent","render background percent negative"]}}}',
      ],
      ["Of the bars of “P” the first one is carried over: a cell has one."],
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

test("a table of which no column is said to be shown shows all of them, and sizes that are said in part stop nothing", () => {
  const convert = [raw("P", "p"), raw("Gene", "gene"), raw("Trait", "snp")];
  const phewas = {
    type: "phewas plot",
    "y axis field": "P",
    "render by": "Trait",
    "group by": "Gene",
    "plot margin": { left: 100 },
  };
  for (const shown of [{}, { "top rows": [] }]) {
    const { document, sentences } = imported([
      JSON.stringify({ "data convert": convert, ...shown }),
      JSON.stringify(phewas),
    ]);
    expect(sentences).toEqual([]);
    expect(document.table.columns).toEqual(["p", "gene", "snp"]);
    expect(document.plots).toMatchObject([{ type: "phewas", name: "snp", group: "gene", thresholds: [] }]);
  }
});

test("columns that were called alike have names of their own", () => {
  const { document } = imported([JSON.stringify({ "data convert": [raw("P", "p"), raw("P", "beta")] })]);
  expect(document.columns.map(({ title }) => title)).toEqual(["P", "P 2"]);
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
    notes: [{ part: "conversion", sentence: "The table has no column “Gone”.", broken: true }],
  });
});

test("a group whose name means something else in the texts is left out of them and told of", () => {
  const { document } = imported(texts);
  const group = (id: string, title: string) => ({ id, title, columns: ["chrom"] });
  const named = { ...document, groups: [group("a", "Place"), group("b", "top rows"), group("c", "Place")] };
  const { texts: said, notes } = exportLegacy(named);
  expect(JSON.parse(said.table)).toMatchObject({ features: ["Place"], Place: ["Chr"] });
  expect(JSON.parse(said.table)["top rows"]).toContain("Locus");
  expect(notes.map(({ sentence }) => sentence)).toEqual([
    "The group “top rows” has no older form: its name is taken there.",
    "The group “Place” has no older form: its name is taken there.",
  ]);
});
