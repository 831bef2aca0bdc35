/** Cells of single rows, in any group. */
import type { Cell } from "./cell";
import { type Chunk, cellAt } from "./chunk";
import type { PlannedColumn } from "./plan";
import type { Row } from "./questions";
import { besideGroup } from "./source";
import type { Turn } from "./turn";

/** Cells of rows, in their order. Only the groups that hold them are read. */
export async function cellsOf(turn: Turn, rows: readonly number[], ids: readonly string[]): Promise<Row[]> {
  const columns = ids.map((id) => turn.column(id) ?? gone(id));
  const found = new Map<number, Cell[]>();
  await eachRow(turn, rows, columns, (chunks, row, at) => {
    found.set(
      row,
      chunks.map((chunk) => cellAt(chunk, at)),
    );
  });
  return rows.map((row) => ({ row, cells: found.get(row) ?? [] }));
}

const gone = (id: string): PlannedColumn => ({
  id,
  title: id,
  type: "text",
  gone: true,
  key: "none:text",
  from: { kind: "none" },
});

/** Looks at rows where they are read with the least; `at` is the place within the chunks. */
export async function eachRow(
  turn: Turn,
  rows: readonly number[],
  columns: readonly PlannedColumn[],
  look: (chunks: Chunk[], row: number, at: number) => void,
) {
  const beside = turn.beside;
  const byGroup = new Map<number, number[]>();
  for (const row of rows) {
    const group = beside.has(row) ? besideGroup : turn.groups.findLastIndex(({ start }) => start <= row);
    byGroup.set(group, [...(byGroup.get(group) ?? []), row]);
  }
  const groups = [...byGroup.keys()];
  let next = 0;
  await turn.eachGroup(
    columns,
    (chunks, { start }) => {
      for (const row of byGroup.get(groups[next] as number) ?? []) look(chunks, row, beside.get(row) ?? row - start);
      next += 1;
    },
    groups,
  );
}
