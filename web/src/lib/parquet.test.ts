import { readFileSync } from "node:fs";
import { parquetMetadata, parquetReadObjects } from "hyparquet";
import { expect, test } from "vitest";

/** A table that the server wrote; `golden` of `internal/gwas/pagedata/golden_test.go` has its rows as text. */
const bytes = readFileSync("../internal/gwas/pagedata/testdata/table.parquet");
const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;

test("a page reads what the server writes, with the reader alone", async () => {
  expect(await parquetReadObjects({ file })).toEqual(
    [
      ["1", 100, 5e-324, 400, "Zoë", true, ["a", 1], -0.5],
      ["1", 200, 5e-8, expect.closeTo(7.301029995663981, 12), "A", false, null, 1e5],
      ["1", 300, 0.5, 0.3010299956639812, "A", true, [], null],
      ["X", 400, 0, null, "<b>", null, [null], 3],
      ["1", 500, null, null, "A", true, null, 3],
      ["1", 600, 1, 0, "A", true, null, 3],
      ["1", 700, 0.25, 0.6020599913279624, "A", true, null, 3],
      ["1", 800, 0.25, 0.6020599913279624, null, true, null, 3],
    ].map(([chr, pos, p, p__neg_log_10, gene, coding, tags, mean_value]) => ({
      chr,
      pos,
      p,
      p__neg_log_10,
      gene,
      coding,
      tags,
      mean_value,
    })),
  );
});

test("the file says what its columns are, and where they lie", () => {
  const { row_groups, num_rows, schema } = parquetMetadata(file);
  expect(Number(num_rows)).toBe(8);
  expect(row_groups).toHaveLength(1);
  const columns = row_groups[0]?.columns.map(({ meta_data: m }) => [
    m?.path_in_schema[0],
    m?.codec,
    m?.encodings.includes("RLE_DICTIONARY"),
  ]);
  expect(columns).toEqual([
    ["chr", "SNAPPY", true],
    ["coding", "SNAPPY", false],
    ["gene", "SNAPPY", false],
    ["mean_value", "SNAPPY", false],
    ["p", "SNAPPY", false],
    ["p__neg_log_10", "SNAPPY", false],
    ["pos", "SNAPPY", false],
    ["tags", "SNAPPY", false],
  ]);
  expect(schema.slice(1).every((s) => s.repetition_type === "OPTIONAL")).toBe(true);
});
