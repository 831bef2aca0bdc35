/**
 * Rows with one key side by side. A key is shown if one of its rows passes the filters; then each
 * group's value comes from its first row.
 */
import type { Comparison } from "../document/document";
import { type Cell, missingCode } from "./cell";
import { asTexts, type Chunk } from "./chunk";
import { commonCode, Dictionary } from "./dictionary";
import { naturally } from "./order";
import type { PlannedColumn } from "./plan";
import type { Row, RowsAnswer, RowsQuestion } from "./questions";
import { cellsOf } from "./rows-cells";
import type { Turn } from "./turn";

/** The first row of each key in each group. */
interface Table {
  /** By row: the code of its key, `missingCode` without one. */
  keys: Uint32Array;
  groups: string[];
  /** At key · groups + group: its row + 1, 0 where there is none. */
  rows: Uint32Array;
}

export async function compared(
  turn: Turn,
  question: RowsQuestion,
  comparison: Comparison,
  passing: Iterable<number>,
): Promise<Omit<RowsAnswer, "revision">> {
  const table = await tableOf(turn, comparison);
  const shown = keysOf(table, comparison, passing);
  const page = shown.slice(question.from, question.to);
  const rows = await cellsOf(
    turn,
    page.map(({ row }) => row),
    question.columns,
  );
  const beside = await besides(
    turn,
    table,
    page.map(({ key }) => key),
    comparison.columns,
  );
  return {
    total: shown.length,
    groups: table.groups,
    rows: rows.map((row, at): Row => ({ ...row, compared: beside[at] ?? {} })),
    neg_log_10: {},
  };
}

async function tableOf(turn: Turn, { key, group }: Comparison): Promise<Table> {
  const columns = [turn.column(key), turn.column(group)] as [PlannedColumn, PlannedColumn];
  const [keyTexts, groupTexts] = [new Dictionary(), new Dictionary()];
  const keys = new Uint32Array(turn.rows).fill(missingCode);
  const groups = new Uint32Array(turn.rows).fill(missingCode);
  await turn.eachGroup(columns, ([keyChunk, groupChunk], { start, rows }) => {
    const [k, g] = [asTexts(keyChunk as Chunk), asTexts(groupChunk as Chunk)];
    const [keyCodes, groupCodes] = [keyTexts.codes(k.texts), groupTexts.codes(g.texts)];
    for (let row = 0; row < rows; row += 1) {
      keys[start + row] = commonCode(keyCodes, k.codes[row] as number);
      groups[start + row] = commonCode(groupCodes, g.codes[row] as number);
    }
  });
  const order = groupTexts.texts
    .map((_, at) => at)
    .sort((a, b) => naturally(groupTexts.texts[a] as string, groupTexts.texts[b] as string));
  const placeOf = new Map(order.map((code, place) => [code, place]));
  const rows = new Uint32Array(keyTexts.texts.length * order.length);
  for (let row = 0; row < turn.rows; row += 1) {
    const place = placeOf.get(groups[row] as number);
    if (keys[row] === missingCode || place === undefined) continue;
    const at = (keys[row] as number) * order.length + place;
    if (rows[at] === 0) rows[at] = row + 1;
  }
  return { keys, groups: order.map((code) => groupTexts.texts[code] as string), rows };
}

/** Keys of rows that pass, each once, at its first row. */
function keysOf(
  { keys, groups, rows }: Table,
  comparison: Comparison,
  passing: Iterable<number>,
): { key: number; row: number }[] {
  const seen = new Set<number>();
  const found: { key: number; row: number }[] = [];
  const isShared = (key: number) =>
    rows.subarray(key * groups.length, (key + 1) * groups.length).every((row) => row > 0);
  for (const row of passing) {
    const key = keys[row] as number;
    if (key === missingCode || seen.has(key)) continue;
    seen.add(key);
    if (comparison.keys === "all" || isShared(key)) found.push({ key, row });
  }
  return found;
}

/** For each key: the compared columns with a cell for each group. */
async function besides(
  turn: Turn,
  { groups, rows }: Table,
  keys: readonly number[],
  ids: readonly string[],
): Promise<Record<string, Cell[]>[]> {
  const at = keys.flatMap((key) => groups.map((_, group) => (rows[key * groups.length + group] as number) - 1));
  const cells = new Map(
    (await cellsOf(turn, [...new Set(at.filter((row) => row >= 0))], ids)).map(({ row, cells: of }) => [row, of]),
  );
  return keys.map((_, place) => {
    const own = at.slice(place * groups.length, (place + 1) * groups.length);
    return Object.fromEntries(ids.map((id, column) => [id, own.map((row) => cells.get(row)?.[column] ?? null)]));
  });
}
