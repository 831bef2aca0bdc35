import { expect, test } from "vitest";
import { importLegacy } from "./legacy";
import { filters, imported, plot, raw, table, texts } from "./legacy-testing";

test("three texts become a document, in any order, and so does the record that holds them", () => {
  const { document, sentences } = imported([...texts].reverse());
  expect(sentences).toEqual(["The filter “Gone” names “Gone”, which the table does not have."]);
  expect(document).toMatchObject({
    columns: [
      { id: "chrom", source: "chrom", title: "Chr", type: "text" },
      { id: "pos", title: "Pos", type: "number" },
      { id: "snp", title: "Variant" },
      { id: "p", title: "P" },
      { id: "beta", title: "Effect" },
      { id: "gene", title: "Gene" },
      { id: "coding", title: "Coding" },
      { id: "gone", source: "Gone", title: "Gone" },
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
      { type: "choice", column: "gone", label: "Gone" },
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

test("what names columns that are gone is kept, each of them once as a column to be mended", () => {
  const gone = {
    "data convert": [raw("Variant", "snp"), { type: "calculate", "field name": "Strength", "raw field": "pval" }],
    "top rows": ["Variant", "Freq"],
    features: ["More"],
    More: ["Freq", "Info"],
    "column formatting": { Freq: { type: ["fixed 3"] } },
    "tool tips": { Info: "Quality" },
    "star column": "Rs",
  };
  const volcano = {
    type: "volcano plot",
    "x axis field": "Log OR",
    "y axis field": "Strength",
    "render by": "Rs",
    "hover content": ["Freq", "features:More"],
  };
  const asked = [{ field: "Freq", label: "Frequency", type: "search greater than" }];
  const { document, sentences } = imported([gone, asked, volcano].map((one) => JSON.stringify(one)));
  const made = document.columns.map(({ id, source }) => [id, source]);
  expect(made).toEqual([
    ["snp", "snp"],
    ["pval", "pval"],
    ["freq", "Freq"],
    ["rs", "Rs"],
    ["info", "Info"],
    ["log_or", "Log OR"],
  ]);
  expect(document).toMatchObject({
    table: { columns: ["snp", "freq"] },
    formats: { freq: [{ type: "decimals", digits: 2 }] },
    tips: { info: "Quality" },
    star: "rs",
    groups: [{ title: "More", columns: ["freq", "info"] }],
    filters: [{ type: "at_least", column: "freq" }],
    plots: [{ type: "volcano", x: { column: "log_or" }, y: { column: "strength" }, name: "rs", hover: ["freq"] }],
  });
  expect(sentences).toHaveLength(6);
  const { notes } = importLegacy([JSON.stringify(volcano)], table);
  expect(notes.filter(({ broken }) => !broken).map(({ sentence }) => sentence)).toEqual([
    "What the plot “volcano plot” shows of a point, “features:More”, cannot be carried over.",
  ]);
});
