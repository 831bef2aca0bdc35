import fc from "fast-check";
import { expect, test } from "vitest";
import { documentSchema } from "../document/document";
import type { Cell } from "./cell";
import { openHere } from "./core";
import { document, ids, rowsOf, types } from "./testing/any";
import { memorySource } from "./testing/memory";
import { referenceCells } from "./testing/plain";
import { referenceOrder, referencePasses } from "./testing/plain-rows";

test("any document over any table is worked out as a plain walk over its rows does", async () => {
  const table = { columns: ids.map((id) => ({ id, source: id, type: types[id as keyof typeof types] })) };
  await fc.assert(
    fc.asyncProperty(document, rowsOf, async (page, cells) => {
      expect(documentSchema.safeParse(page).error).toBeUndefined();
      const columns = ids.map((id, at) => ({
        id,
        type: types[id as keyof typeof types],
        cells: cells.map((row) => row[at] as Cell),
      }));
      const engine = openHere(table, memorySource(columns, 5));
      const { columns: told } = await engine.use(page);
      const asked = told.map(({ id }) => id);
      const plain = referenceCells(page, columns);
      const filters = Object.fromEntries(page.filters.map(({ id, preset }) => [id, preset as never]));
      const expected = referenceOrder(page, plain, referencePasses(page, plain, cells.length));
      const sort = page.table.sort as { column: string; descending: boolean };
      const { rows, total } = await engine.rows({ filters, sort, from: 0, to: 100, columns: asked });
      expect(rows.map(({ row, cells: of }) => [row, ...of])).toEqual(
        expected.map((row) => [row, ...asked.map((id) => plain.get(id)?.cells[row] ?? null)]),
      );
      expect(total).toBe(expected.length);
    }),
    { numRuns: 100 },
  );
});
