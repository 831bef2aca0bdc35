import { blank } from "../own";
/** Rows of a page: those that pass, in their order, from one to another. */
import { cellAt, isMissingAt } from "./chunk";
import { compared } from "./comparison";
import type { Row, RowsAnswer, RowsQuestion } from "./questions";
import { cellsOf, eachRow } from "./rows-cells";
import { exactColumn, isOrderOf, sorted } from "./sorting";
import type { Passing, Turn } from "./turn";

type Answer = Omit<RowsAnswer, "revision">;

export async function rowsOf(turn: Turn, question: RowsQuestion): Promise<Answer> {
  const passing = await turn.passing(question.filters, { starred: question.starred });
  const { comparison } = turn.plan.document;
  const groupsThere =
    comparison && [comparison.key, comparison.group].every((id) => turn.column(id) && !turn.column(id)?.gone);
  if (comparison && groupsThere) {
    const order = await sorted(turn, question.sort);
    return compared(turn, question, comparison, walk(turn.rows, passing, order));
  }
  const rows = stretchOfFirst(turn, passing, question) ?? (await stretchOfAll(turn, passing, question));
  const cells = await cellsOf(turn, rows, question.columns);
  return { total: passing.count, rows: cells, neg_log_10: await exactOf(turn, cells, question.columns) };
}

/** Rows that pass, in order. */
export function* walk(rows: number, { mask }: Passing, order?: Uint32Array): Generator<number> {
  for (let at = 0; at < rows; at += 1) {
    const row = order ? (order[at] as number) : at;
    if (!mask || mask[row] === 1) yield row;
  }
}

/** The page from the stored first rows, if the table is sorted like them and they are enough. */
function stretchOfFirst(turn: Turn, passing: Passing, { sort, from, to }: RowsQuestion): number[] | undefined {
  const { first } = turn.store.source;
  if (!first || !sort || !isOrderOf(turn, sort, first)) return undefined;
  const { mask, count } = passing;
  const found = mask ? first.rows.filter((row) => mask[row] === 1) : first.rows;
  return found.length >= Math.min(to, count) ? Array.from(found.subarray(from, to)) : undefined;
}

async function stretchOfAll(turn: Turn, passing: Passing, question: RowsQuestion): Promise<number[]> {
  const order = await sorted(turn, question.sort);
  return stretch(walk(turn.rows, passing, order), passing, order, question);
}

/** Without filter a page is where it is; else the rows before it are counted off. */
function stretch(
  rows: Generator<number>,
  { mask, count }: Passing,
  order: Uint32Array | undefined,
  { from, to }: RowsQuestion,
): number[] {
  if (!mask) {
    const length = Math.max(0, Math.min(to, count) - from);
    return Array.from({ length }, (_, at) => (order ? (order[from + at] as number) : from + at));
  }
  const found: number[] = [];
  let at = 0;
  for (const row of rows) {
    if (at >= to) break;
    if (at >= from) found.push(row);
    at += 1;
  }
  return found;
}

/** −log10 of P values below what a number holds, for the columns of which the table has it. */
async function exactOf(turn: Turn, rows: readonly Row[], ids: readonly string[]): Promise<Answer["neg_log_10"]> {
  const answer = blank<Answer["neg_log_10"][string]>();
  for (const [place, id] of ids.entries()) {
    const from = turn.column(id)?.from;
    if (from?.kind !== "table" || from.neg_log_10 === undefined) continue;
    const tiny = rows.filter(({ cells }) => cells[place] === 0).map(({ row }) => row);
    const logs = new Map<number, number>();
    await eachRow(turn, tiny, [exactColumn(from.neg_log_10)], ([chunk], row, at) => {
      if (chunk && !isMissingAt(chunk, at)) logs.set(row, cellAt(chunk, at) as number);
    });
    if (logs.size > 0) answer[id] = rows.map(({ row }) => logs.get(row) ?? null);
  }
  return answer;
}
