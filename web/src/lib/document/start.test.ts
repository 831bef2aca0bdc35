import { describe, expect, test } from "vitest";
import { documentSchema, type PageDocument } from "./document";
import { migrate } from "./migrate";
import { references } from "./references";
import { emptyDocument } from "./start";
import type { TableColumn, TableInfo } from "./table";
import { templates } from "./templates";

const column = (
  source: string,
  type: TableColumn["type"],
  role?: TableColumn["role"],
  more: Partial<TableColumn> = {},
): TableColumn => ({
  id: source.toLowerCase().replaceAll(/\W/g, "_"),
  source,
  type,
  ...(role ? { role } : {}),
  ...more,
});

const gwas: TableInfo = {
  genome_build: "GRCh38",
  columns: [
    column("SNP", "text", "rsid"),
    column("CHR", "text", "chromosome"),
    column("BP", "number", "position"),
    column("A1", "text", "effect_allele"),
    column("A2", "text", "other_allele"),
    column("Beta", "number", "beta"),
    column("P", "number", "p_value", { neg_log_10: "p__log" }),
    column("P__log", "number"),
  ],
};

/** It is a document, and names nothing that the table does not have. */
function fits(document: PageDocument, table: TableInfo) {
  expect(documentSchema.safeParse(document).error).toBeUndefined();
  const ids = new Set(table.columns.map(({ id }) => id));
  expect(references(document).filter(({ id }) => !ids.has(id))).toEqual([]);
}

test("a GWAS begins with its P values, filters, Manhattan, QQ and volcano", () => {
  const document = emptyDocument(gwas);
  fits(document, gwas);
  expect(document).toMatchObject({
    genome_build: "GRCh38",
    formats: { p: [{ type: "scientific", digits: 2 }] },
    table: { columns: ["snp", "chr", "bp", "a1", "a2", "beta", "p"], sort: { column: "p", descending: false } },
    star: "snp",
  });
  expect(document.filters.map(({ type, column: id }) => [type, id])).toEqual([
    ["contains", "snp"],
    ["choice", "chr"],
    ["at_most", "p"],
  ]);
  expect(document.plots.map(({ type }) => type)).toEqual(["manhattan", "qq", "volcano"]);
});

test("variants that are named otherwise than by rs numbers are named by that", () => {
  const columns = gwas.columns.map((one) => (one.role === "rsid" ? column("variant_id", "text") : one));
  const document = emptyDocument({ ...gwas, columns });
  expect(document.star).toBe("variant_id");
  expect(document.filters[0]).toMatchObject({ type: "contains", column: "variant_id", label: "Variant" });
  expect(document.plots).toMatchObject([{ name: "variant_id" }, { type: "qq" }, { name: "variant_id" }]);
  const traits: TableInfo = { columns: [column("Name", "text"), column("P", "number", "p_value")] };
  expect(emptyDocument(traits).star).toBeUndefined();
});

test("of many columns those with a role are shown, and the strongest signals stand first", () => {
  const others = Array.from({ length: 11 }, (_, i) => column(`X${i}`, "number"));
  const regenie: TableInfo = {
    columns: [
      ...others.slice(0, 8),
      column("ID", "text", "rsid"),
      ...others.slice(8),
      column("BETA", "number", "beta"),
      column("LOG10P", "number", "neg_log_10_p_value"),
    ],
  };
  const { table } = emptyDocument(regenie);
  expect(table.columns).toEqual(["x0", "x1", "x2", "x3", "x4", "x5", "x6", "x7", "id", "x8", "beta", "log10p"]);
  expect(table.sort).toEqual({ column: "log10p", descending: true });
});

test("a table of which nothing is known begins as a table", () => {
  const table: TableInfo = { columns: [column("A", "text"), column("B", "list")] };
  const document = emptyDocument(table);
  fits(document, table);
  expect([document.filters, document.plots, document.table.columns]).toEqual([[], [], ["a", "b"]]);
});

describe("templates", () => {
  const tables: Record<string, [TableInfo, string[]]> = {
    gwas: [gwas, ["manhattan", "qq", "region"]],
    burden: [
      { columns: [column("Gene", "text", "gene"), column("P", "number", "p_value"), column("Beta", "number", "beta")] },
      ["volcano", "qq"],
    ],
    eqtl: [
      {
        columns: [
          column("Gene", "text", "gene"),
          column("Tissue", "text"),
          column("NES", "number", undefined, { min: -2, max: 1 }),
        ],
      },
      ["heatmap"],
    ],
    phewas: [
      { columns: [column("Phenotype", "text"), column("Category", "text"), column("P", "number", "p_value")] },
      ["phewas"],
    ],
    credible: [
      { columns: [column("POS", "number", "position"), column("PIP", "number"), column("cs_id", "text")] },
      ["scatter", "bar"],
    ],
  };
  test.each(templates)("$title finds its columns, and says what it does not find", ({ id, make }) => {
    const [table, plots] = tables[id] as [TableInfo, string[]];
    const { document, lacks } = make(table);
    fits(document, table);
    expect(document.plots.map(({ type }) => type)).toEqual(plots);
    expect(lacks).toEqual([]);
    const nothing = { columns: [column("A", "text")] };
    const bare = make(nothing);
    fits(bare.document, nothing);
    expect(bare.lacks.length).toBeGreaterThanOrEqual(3);
  });

  test("the colours of a heat map reach as far as its values", () => {
    const [table] = tables.eqtl as [TableInfo, string[]];
    expect(templates.find(({ id }) => id === "eqtl")?.make(table).document.plots[0]).toMatchObject({
      value: { low: -2, middle: 0, high: 2 },
    });
  });
});

describe("documents that come from elsewhere", () => {
  const document = emptyDocument(gwas);
  test("are read when they fit", () => expect(migrate(JSON.parse(JSON.stringify(document)))).toEqual({ document }));
  test.each<[unknown, string]>([
    [
      { ...document, version: 2 },
      "The page has version 2, and this program knows versions up to 1. Open it with a newer one.",
    ],
    [{ ...document, version: 0 }, "Unknown version 0."],
    [{}, "The page does not state its version: “version” has to be a whole number."],
    [[], "A page is a JSON object."],
  ])("are refused with the reason: %#", (value, fault) => expect(migrate(value)).toEqual({ fault }));
  const filter = { id: "f", type: "at_most", column: "p_value", label: "P", name_in_chip: true };
  test.each<[Record<string, unknown>, string]>([
    [{ table: { ...document.table, rows: 7 } }, "/table/rows has to be one of 10, 20, 50, 100."],
    [{ title: 5 }, "/title has to be a text."],
    [{ title: "x".repeat(201) }, "/title has to have at most 200 characters."],
    [{ title: undefined }, "/title is missing."],
    [{ plots: "none" }, "/plots has to be a list."],
    [{ plots: [{ id: "p", type: "pie", title: "" }] }, "/plots/0/type is not a supported kind."],
    [{ filters: [{ ...filter, colour: "red" }] }, "/filters/0 has “colour”, which is unknown there."],
    [{ colour: "red" }, "The page has “colour”, which is unknown there."],
  ])("the place of a fault is told, and what is wrong there: %#", (change, fault) =>
    expect(migrate({ ...document, ...change })).toEqual({ fault }),
  );
});
