/** A pasted table as it stands in the text, so that one cell can be changed and all others stay as they were typed. */

export interface SheetCell {
  value: string;
  /** Where the cell stands in the text, quotes included; from 0, `to` is after its end. */
  from: number;
  to: number;
}

export interface SheetRecord {
  /** The line on which it begins, from 1; a quoted cell may hold line breaks. */
  line: number;
  cells: SheetCell[];
}

export interface Sheet {
  text: string;
  delimiter: string;
  /** The heading first; blank lines are none. */
  records: SheetRecord[];
}

/** In the order in which they are tried; of equally good ones the first is taken, as by the server. */
const delimiters = ["\t", ";", ",", "|"];
const triedRecords = 200;

/** The delimiter under which the most lines have as many cells as the heading. */
function delimiterOf(text: string): string {
  let best = "\t";
  let most = 0;
  for (const delimiter of delimiters) {
    const records = readRecords(text, delimiter, triedRecords);
    const width = records[0]?.cells.length ?? 0;
    const even = records.filter(({ cells }) => cells.length === width).length / records.length;
    if (width > 1 && even > most) [best, most] = [delimiter, even];
  }
  return best;
}

/** After the end of the quoted cell that begins at `from`; −1 when it never ends, and the quote is an ordinary character. */
function afterQuoted(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] !== '"') continue;
    if (text[at + 1] !== '"') return at + 1;
    at += 1;
  }
  return -1;
}

function breakAt(text: string, at: number): number {
  if (text[at] === "\n") return 1;
  if (text[at] === "\r") return text[at + 1] === "\n" ? 2 : 1;
  return 0;
}

function readCell(text: string, from: number, delimiter: string): SheetCell {
  let to = from;
  const quoted = text[from] === '"' ? afterQuoted(text, from) : -1;
  if (quoted > 0) to = quoted;
  while (to < text.length && text[to] !== delimiter && breakAt(text, to) === 0) to += 1;
  const raw = text.slice(from, to);
  const inside = quoted > 0 ? raw.slice(1, quoted - from - 1).replaceAll('""', '"') + text.slice(quoted, to) : raw;
  return { value: inside.trim(), from, to };
}

/** The lines of a table, at most the first `most`; blank ones are none. */
function readRecords(text: string, delimiter: string, most = Number.POSITIVE_INFINITY): SheetRecord[] {
  const records: SheetRecord[] = [];
  let line = 1;
  let at = text.startsWith("\uFEFF") ? 1 : 0;
  while (at < text.length && records.length < most) {
    const record: SheetRecord = { line, cells: [] };
    const begin = at;
    for (;;) {
      const cell = readCell(text, at, delimiter);
      record.cells.push(cell);
      at = cell.to;
      if (text[at] !== delimiter) break;
      at += 1;
    }
    if (record.cells.some((cell) => cell.value !== "")) records.push(record);
    line += (text.slice(begin, at).match(/\r\n?|\n/g)?.length ?? 0) + 1;
    at += breakAt(text, at);
  }
  return records;
}

export function readSheet(text: string): Sheet {
  const delimiter = delimiterOf(text);
  return { text, delimiter, records: readRecords(text, delimiter) };
}

/** A value as a cell that is read as the same value. */
function asCell(value: string, delimiter: string): string {
  const plain = !value.includes(delimiter) && !/["\r\n]/.test(value);
  return plain ? value : `"${value.replaceAll('"', '""')}"`;
}

export interface CellEdit {
  /** Of the record. */
  line: number;
  /** The place of the column, from 0. */
  at: number;
  value: string;
}

/** The text with some cells changed. A row that is too short gets the cells up to the changed one. */
export function withCells({ text, delimiter, records }: Sheet, edits: readonly CellEdit[]): string {
  const pieces = edits.flatMap(({ line, at, value }) => {
    const cells = records.find((record) => record.line === line)?.cells;
    const last = cells?.at(-1);
    if (!cells || !last) return [];
    const cell = cells[at];
    const written = asCell(value, delimiter);
    if (cell) return [{ from: cell.from, to: cell.to, written }];
    return [{ from: last.to, to: last.to, written: delimiter.repeat(at - cells.length + 1) + written }];
  });
  // From the end, so that the places of the others still hold.
  pieces.sort((a, b) => b.from - a.from);
  return pieces.reduce((kept, { from, to, written }) => kept.slice(0, from) + written + kept.slice(to), text);
}

/** The sheet with one more column at its right, without values; every row gets as many cells as the heading. */
export function withColumn(sheet: Sheet, name: string): Sheet {
  const at = sheet.records[0]?.cells.length ?? 0;
  const edits = sheet.records.map(({ line }, record) => ({ line, at, value: record === 0 ? name : "" }));
  return readSheet(withCells(sheet, edits));
}
