/** Whole columns: values for plots, options and ranges. */
import type { MathFunction } from "../document/document";
import { missingCode } from "./cell";
import { asTexts, type Chunk, isNumbers, TextBuilder } from "./chunk";
import { mathOf } from "./functions";
import { naturally } from "./order";
import type { PlannedColumn, PlannedStep } from "./plan";
import type {
  NumberValues,
  OptionsAnswer,
  OptionsQuestion,
  RangeAnswer,
  TextValues,
  ValueColumn,
  ValuesAnswer,
} from "./questions";
import { packed } from "./texts";
import type { Passing, Turn } from "./turn";
import { wholeTexts } from "./whole";

/** Takes the rows that pass, group by group. */
interface Collector {
  column: PlannedColumn;
  take(chunk: Chunk, from: number, to: number, rows: Uint32Array, start: number): void;
  done(): NumberValues | TextValues;
}

/** From one row in so many on, a column of texts is put together for good. */
const oneIn = 8;

export async function valuesOf(
  turn: Turn,
  columns: readonly ValueColumn[],
  { mask, count }: Passing,
): Promise<Omit<ValuesAnswer, "revision">> {
  const rows = rowsOfMask(turn, count, mask);
  const found = new Map<ValueColumn, NumberValues | TextValues>();
  const collectors = new Map<ValueColumn, Collector>();
  for (const asked of columns) {
    const column = columnOf(turn, asked);
    const isText = typeof asked === "string" && isOfTexts(column);
    if (isText && oneIn * count >= turn.rows) found.set(asked, await textsOfMany(turn, column, rows));
    else collectors.set(asked, collectorOf(column, asked, count));
  }
  await collect(turn, [...collectors.values()], rows);
  for (const [asked, collector] of collectors) found.set(asked, collector.done());
  return { columns: columns.map((asked) => found.get(asked) as NumberValues | TextValues), rows };
}

/**
 * The passing rows, ascending. Works by groups like all work over rows, so that the code is
 * compiled early.
 */
function rowsOfMask({ groups }: Turn, count: number, mask: Uint8Array | undefined): Uint32Array {
  const rows = new Uint32Array(count);
  let at = 0;
  if (!mask) for (; at < count; at += 1) rows[at] = at;
  else for (const { start, rows: length } of groups) at = rowsOfPart(mask, start, start + length, rows, at);
  return rows;
}

function rowsOfPart(mask: Uint8Array, from: number, to: number, rows: Uint32Array, at: number): number {
  let next = at;
  for (let row = from; row < to; row += 1) if (mask[row] === 1) rows[next++] = row;
  return next;
}

const isOfTexts = ({ type }: PlannedColumn) => type === "text" || type === "list";

async function collect(turn: Turn, collectors: readonly Collector[], rows: Uint32Array) {
  if (collectors.length === 0) return;
  let from = 0;
  await turn.eachGroup(
    collectors.map(({ column }) => column),
    (chunks, { start, rows: length }) => {
      const to = firstFrom(rows, start + length);
      chunks.forEach((chunk, place) => {
        collectors[place]?.take(chunk, from, to, rows, start);
      });
      from = to;
    },
    groupsOf(turn, rows),
  );
}

/** Groups that hold one of the rows, which rise. */
function groupsOf({ groups }: Turn, rows: Uint32Array): number[] {
  return [...groups.keys()].filter((at) => {
    const { start, rows: length } = groups[at] as Turn["groups"][number];
    return firstFrom(rows, start) < firstFrom(rows, start + length);
  });
}

/** The index of the first of ascending rows that is not below a row. */
function firstFrom(rows: Uint32Array, row: number): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle] as number) < row) low = middle + 1;
    else high = middle;
  }
  return low;
}

function columnOf(turn: Turn, asked: ValueColumn): PlannedColumn {
  const id = typeof asked === "string" ? asked : asked.neg_log_10;
  const none = { id, title: id, type: "number", gone: true, key: "none:number", from: { kind: "none" } } as const;
  return turn.column(id) ?? none;
}

function collectorOf(column: PlannedColumn, asked: ValueColumn, count: number): Collector {
  if (typeof asked !== "string") return numbersOf(strengthOf(column), "number", count);
  return column.type === "number" || column.type === "boolean"
    ? numbersOf(column, column.type, count)
    : textsOf(column, column.type, count);
}

function numbersOf(column: PlannedColumn, type: NumberValues["type"], count: number): Collector {
  const numbers = new Float64Array(count);
  return {
    column,
    take: (chunk, from, to, rows, start) => {
      if (!isNumbers(chunk)) return;
      const { numbers: own } = chunk;
      for (let at = from; at < to; at += 1) numbers[at] = own[(rows[at] as number) - start] as number;
    },
    done: () => ({ type, numbers }),
  };
}

/** −log10 of P values, made as by a step of the page, and so once: the table's own where it has them. */
function strengthOf(column: PlannedColumn): PlannedColumn {
  const output = { id: column.id, title: column.title };
  const step: PlannedStep = {
    key: `strength ${column.key}`,
    step: { id: "", type: "neglog10", input: column.id, zero: "missing", output },
    ids: [column.id],
    inputs: [column],
    outputs: [],
  };
  return { ...output, type: "number", key: step.key, from: { kind: "step", step, output: 0 } };
}

function textsOf(column: PlannedColumn, type: TextValues["type"], count: number): Collector {
  const codes = new Uint32Array(count);
  const common = new TextBuilder(0);
  return {
    column,
    take: (chunk, from, to, rows, start) => {
      const { codes: own, texts } = asTexts(chunk);
      for (let at = from; at < to; at += 1) {
        const text = texts[own[(rows[at] as number) - start] as number];
        codes[at] = text === undefined ? missingCode : common.code(text);
      }
    },
    done: () => ({ type, codes, texts: packed(common.texts) }),
  };
}

async function textsOfMany(turn: Turn, column: PlannedColumn, rows: Uint32Array): Promise<TextValues> {
  const { codes: all, joined, ends } = await wholeTexts(turn, column);
  const codes = new Uint32Array(rows.length);
  for (const { start, rows: length } of turn.groups) {
    const from = firstFrom(rows, start);
    pick(all, rows.subarray(from, firstFrom(rows, start + length)), codes.subarray(from));
  }
  // Buffers of an answer are handed over; those that are kept stay.
  return { type: column.type as TextValues["type"], codes, texts: { joined, ends: ends.slice() } };
}

function pick(all: Uint32Array, rows: Uint32Array, codes: Uint32Array) {
  for (let at = 0; at < rows.length; at += 1) codes[at] = all[rows[at] as number] as number;
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
