import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { TableInfo } from "../document/table";
import { type Chunk, cellAt } from "./chunk";
import { parquetSource } from "./parquet";

/**
 * Twelve rows in groups of five, snappy, as the server's library writes them: snp is rs0, rs7, … (i·7 mod 12), chr a
 * dictionary, pos 1000 + i, p i/4, coding true for every third row, traits JSON lists; every fifth row has only snp.
 */
const bytes = readFileSync("src/lib/engine/testdata/table.parquet");
const table: TableInfo = {
  bytes: bytes.length,
  columns: (
    [
      ["snp", "text"],
      ["chr", "text"],
      ["pos", "number"],
      ["p", "number"],
      ["coding", "boolean"],
      ["traits", "list"],
    ] as const
  ).map(([id, type]) => ({ id, source: id, type })),
};

async function open() {
  const reads: [number, number][] = [];
  const source = await parquetSource(table, async (start, end) => {
    reads.push([start, end]);
    return Uint8Array.from(bytes.subarray(start, end)).buffer;
  });
  return { source, reads };
}

const cells = (chunk: Chunk | undefined, rows: number) =>
  Array.from({ length: rows }, (_, row) => cellAt(chunk as Chunk, row));

test("columns of a group are read, with what is missing", async () => {
  const { source } = await open();
  expect([source.rows, source.groups]).toEqual([
    12,
    [
      { start: 0, rows: 5 },
      { start: 5, rows: 5 },
      { start: 10, rows: 2 },
    ],
  ]);
  const found = await source.load(["snp", "chr", "pos", "p", "coding", "traits"], 1);
  expect([...found].map(([id, chunk]) => [id, ...cells(chunk, 5)])).toEqual([
    ["snp", "rs11", "rs6", "rs1", "rs8", "rs3"],
    ["chr", "10", "12", "13", "15", null],
    ["pos", 1005, 1006, 1007, 1008, null],
    ["p", 1.25, 1.5, 1.75, 2, null],
    ["coding", false, true, false, false, null],
    ["traits", ["t1", "a, b"], ["t0", "a, b"], ["t1", "a, b"], ["t0", "a, b"], null],
  ]);
});

test("only what is asked for is fetched", async () => {
  const { source, reads } = await open();
  const opened = reads.length;
  await source.load(["pos"], 2);
  const asked = reads.slice(opened);
  expect(asked).toHaveLength(1);
  expect(asked.reduce((sum, [start, end]) => sum + end - start, 0)).toBeLessThan(200);
});

test("a column that the file does not have is missing", async () => {
  const { source } = await open();
  const info = await source.load(["nothing"], 0);
  expect(cells(info.get("nothing"), 5)).toEqual([null, null, null, null, null]);
});
