/** Whole columns: values for plots, options and ranges. */
import type { MathFunction } from "../document/document";
import { missingCode } from "./cell";
import { asTexts, type Chunk, isNumbers } from "./chunk";
import { Dictionary } from "./dictionary";
import { mathOf } from "./functions";
import { naturally } from "./order";
import type { PlannedColumn } from "./plan";
import type {
  NumberValues,
  OptionsAnswer,
  OptionsQuestion,
  RangeAnswer,
  TextValues,
  ValueColumn,
  ValuesAnswer,
} from "./questions";
import { exactColumn } from "./sorting";
import { negLog10Of } from "./step";
import type { Turn } from "./turn";

/** Takes the rows that pass, group by group. */
interface Collector {
  column: PlannedColumn;
  take(chunk: Chunk, from: number, to: number, rows: Uint32Array, start: number): void;
  done(): NumberValues | TextValues;
}

export async function valuesOf(
  turn: Turn,
  columns: readonly ValueColumn[],
  filters: Parameters<Turn["passing"]>[0],
): Promise<Omit<ValuesAnswer, "revision">> {
  const { mask, count } = await turn.passing(filters);
  const rows = new Uint32Array(count);
  let at = 0;
  for (let row = 0; row < turn.rows; row += 1) if (!mask || mask[row] === 1) rows[at++] = row;
  const collectors = columns.map((asked) => collectorOf(turn, asked, count));
  let from = 0;
  await turn.eachGroup(
    collectors.map(({ column }) => column),
    (chunks, { start, rows: length }) => {
      let to = from;
      while (to < count && (rows[to] as number) < start + length) to += 1;
      chunks.forEach((chunk, place) => {
        collectors[place]?.take(chunk, from, to, rows, start);
      });
      from = to;
    },
  );
  return { columns: collectors.map((collector) => collector.done()), rows };
}

function collectorOf(turn: Turn, asked: ValueColumn, count: number): Collector {
  const id = typeof asked === "string" ? asked : asked.neg_log_10;
  const column = turn.column(id) ?? {
    id,
    title: id,
    type: "number",
    gone: true,
    key: "none:number",
    from: { kind: "none" },
  };
  if (typeof asked !== "string") return strengthOf(column, count);
  return column.type === "number" || column.type === "boolean"
    ? numbersOf(column, column.type, count)
    : textsOf(column, column.type, count);
}

function numbersOf(
  column: PlannedColumn,
  type: NumberValues["type"],
  count: number,
  change?: (value: number) => number,
): Collector {
  const numbers = new Float64Array(count);
  return {
    column,
    take: (chunk, from, to, rows, start) => {
      if (!isNumbers(chunk)) return;
      for (let at = from; at < to; at += 1) {
        const value = chunk.numbers[(rows[at] as number) - start] as number;
        numbers[at] = change ? change(value) : value;
      }
    },
    done: () => ({ type, numbers }),
  };
}

/** −log10 of P values: the table's own where it has them. */
function strengthOf(column: PlannedColumn, count: number): Collector {
  const { from } = column;
  const exact = from.kind === "table" ? from.neg_log_10 : undefined;
  if (exact !== undefined) return numbersOf(exactColumn(exact), "number", count);
  return numbersOf(column, "number", count, (p) => {
    const log = negLog10Of(p);
    return typeof log === "number" ? log : Number.NaN;
  });
}

function textsOf(column: PlannedColumn, type: TextValues["type"], count: number): Collector {
  const codes = new Uint32Array(count);
  const common = new Dictionary();
  return {
    column,
    take: (chunk, from, to, rows, start) => {
      const { codes: own, texts } = asTexts(chunk);
      const known = common.codes(texts);
      for (let at = from; at < to; at += 1)
        codes[at] = known[own[(rows[at] as number) - start] as number] ?? missingCode;
    },
    done: () => ({ type, codes, texts: common.texts }),
  };
}

export async function optionsOf(turn: Turn, question: OptionsQuestion): Promise<Omit<OptionsAnswer, "revision">> {
  const column = turn.column(question.column);
  if (!column || column.gone) return { options: [], total: 0 };
  const { mask } = await turn.passing(question.filters, question.of === undefined ? {} : { of: question.of });
  const counts = new Map<string, number>();
  await turn.eachGroup([column], ([chunk], { start }) => {
    for (const [text, count] of countsIn(chunk as Chunk, start, mask))
      counts.set(text, (counts.get(text) ?? 0) + count);
  });
  const begins = beginsWith(question.prefix ?? "");
  const found = [...counts].flatMap(([text, count]) => (begins(text) ? [{ text, count }] : []));
  const most = question.most ?? 200;
  const frequent =
    found.length > most ? found.sort((a, b) => b.count - a.count || naturally(a.text, b.text)).slice(0, most) : found;
  return {
    options: frequent.sort((a, b) => naturally(a.text, b.text)),
    total: found.length,
  };
}

/** How often each text is there among the rows that pass; of a list its items. */
function countsIn(chunk: Chunk, start: number, mask?: Uint8Array): Map<string, number> {
  const { codes, texts } = chunk.type === "list" ? chunk : asTexts(chunk);
  const byCode = new Uint32Array(texts.length);
  codes.forEach((code, row) => {
    if (code !== missingCode && (!mask || mask[start + row] === 1)) byCode[code] = (byCode[code] as number) + 1;
  });
  const counts = new Map<string, number>();
  byCode.forEach((count, code) => {
    const items = chunk.type === "list" ? new Set(chunk.lists[code]) : [texts[code] as string];
    if (count > 0) for (const item of items) counts.set(item, (counts.get(item) ?? 0) + count);
  });
  return counts;
}

/** Whether a text or one of its words begins with it, in any case. */
function beginsWith(prefix: string): (text: string) => boolean {
  const wanted = prefix.trim().toLowerCase();
  if (wanted === "") return () => true;
  return (text) => {
    const read = text.toLowerCase();
    return read.startsWith(wanted) || read.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(wanted));
  };
}

export async function rangeOf(
  turn: Turn,
  id: string,
  after: readonly MathFunction[],
): Promise<Omit<RangeAnswer, "revision">> {
  const column = turn.column(id);
  let [low, high, missing] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
  if (!column || column.gone) return { missing: turn.rows };
  await turn.eachGroup([column], ([chunk], { rows }) => {
    const numbers = chunk && isNumbers(chunk) ? chunk.numbers : new Float64Array(rows).fill(Number.NaN);
    for (let row = 0; row < rows; row += 1) {
      const value = after.reduce((number, name) => mathOf[name](number), numbers[row] as number);
      if (!Number.isFinite(value)) missing += 1;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  });
  return high >= low ? { low, high, missing } : { missing };
}
