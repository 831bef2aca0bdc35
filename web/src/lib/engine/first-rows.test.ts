import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { PageDocument } from "../document/document";
import { emptyDocument } from "../document/start";
import type { TableInfo } from "../document/table";
import { openHere } from "./core";
import { parquetSource } from "./parquet";
import { besideGroup } from "./source";

/**
 * A table that the server wrote, with its first eight rows by P; they are text in `golden_test.go`
 * there.
 */
const bytes = readFileSync("../internal/gwas/pagedata/testdata/table.parquet");
const summary = JSON.parse(readFileSync("../internal/gwas/pagedata/testdata/table.json", "utf8"));
const table: TableInfo = { ...summary, bytes: bytes.length };

/** The table, and of which groups something was read. */
async function opened(document: PageDocument) {
  const source = await parquetSource(table, async (from, to) => Uint8Array.from(bytes.subarray(from, to)).buffer);
  const read: number[] = [];
  const watched = {
    ...source,
    load: (names: readonly string[], group: number) => {
      read.push(group);
      return source.load(names, group);
    },
  };
  const engine = openHere(table, watched);
  await engine.use(document);
  return { engine, read };
}

const page: PageDocument = {
  ...emptyDocument(table),
  steps: [{ id: "s", type: "neglog10", input: "p", zero: "missing", output: { id: "strength", title: "Strength" } }],
};
const columns = ["chr", "pos", "p", "gene", "coding", "tags", "mean_value", "strength"];
const question = { filters: {}, from: 0, to: 3, columns, sort: { column: "p", descending: false } };

describe("rows that stand beside a table", () => {
  test("are the first ones of a page sorted by P, and nothing else is read", async () => {
    const { engine, read } = await opened({ ...page, steps: [] });
    const { rows, total, neg_log_10 } = await engine.rows({ ...question, columns: columns.slice(0, 7) });
    expect(total).toBe(8);
    expect(rows).toEqual([
      { row: 3, cells: ["X", 400, 0, "<b>", null, null, 3] },
      { row: 0, cells: ["1", 100, 5e-324, "Zoë", true, ["a", "1"], -0.5] },
      { row: 1, cells: ["1", 200, 5e-8, "A", false, null, 1e5] },
    ]);
    expect(neg_log_10).toEqual({});
    expect(new Set(read)).toEqual(new Set([besideGroup]));
  });

  test("have what steps make of them", async () => {
    const { engine } = await opened(page);
    const { rows } = await engine.rows(question);
    expect(rows.map(({ cells }) => cells.at(-1))).toEqual([null, 400, expect.closeTo(7.30103, 5)]);
  });

  test("are no answer to another order, and to none where they do not reach", async () => {
    const { engine } = await opened(page);
    const byPosition = await engine.rows({ ...question, sort: { column: "pos", descending: true } });
    expect(byPosition.rows.map(({ row }) => row)).toEqual([7, 6, 5]);
    const weakest = await engine.rows({ ...question, sort: { column: "p", descending: true } });
    expect(weakest.rows.map(({ row }) => row)).toEqual([5, 2, 6]);
    const asItStands = await engine.rows({ ...question, sort: undefined as never });
    expect(asItStands.rows.map(({ row }) => row)).toEqual([0, 1, 2]);
    // One row has no P: it comes last, and is not among them.
    const last = await engine.rows({ ...question, from: 5, to: 20 });
    expect(last.rows.map(({ row }) => row)).toEqual([2, 5, 4]);
  });

  test("are no order of a column that was made a text, or of one by another name", async () => {
    const asText = page.columns.map((column) => (column.id === "p" ? { ...column, type: "text" as const } : column));
    const { engine } = await opened({ ...page, columns: asText, steps: [] });
    // Digits are ordered by the number they are: 5 comes before 25, and "5e-8" before "5e-324".
    const { rows } = await engine.rows({ ...question, to: 8, columns: ["p"] });
    expect(rows.map(({ cells }) => cells[0])).toEqual(["0", "0.5", "0.25", "0.25", "1", "5e-8", "5e-324", null]);
  });

  test("answer through a filter as all rows do", async () => {
    const { engine, read } = await opened({ ...page, filters: [...page.filters, chr] });
    const { rows, total } = await engine.rows({ ...question, to: 2, filters: { chr: ["1"] } });
    expect([total, rows.map(({ row }) => row)]).toEqual([7, [0, 1]]);
    expect(read).toContain(0); // its column is read of all rows
    const all = await engine.rows({ ...question, to: 8, filters: { chr: ["1"] } });
    expect(all.rows.map(({ row }) => row)).toEqual([0, 1, 6, 7, 2, 5, 4]);
  });
});

const chr = { id: "chr", type: "choice", column: "chr", label: "Chromosome", name_in_chip: true } as const;

test("what was read ahead is not read again by the first filter", async () => {
  const filter = { id: "f", type: "at_most", column: "p", label: "P", name_in_chip: true } as const;
  const { engine, read } = await opened({ ...page, steps: [], filters: [filter] });
  read.length = 0;
  const columns = ["chr", "pos", { neg_log_10: "p" }];
  await engine.readAhead([...columns, "p"]);
  expect(read.length).toBeGreaterThan(0);
  read.length = 0;
  const { rows } = await engine.values({ columns, filters: { f: 5e-8 } });
  expect([...rows]).toEqual([0, 1, 3]);
  expect(read).toEqual([]);
});
