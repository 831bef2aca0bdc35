/** Delimited text as people paste and send it: the one reader of it, and cells that it reads as they were. */

export interface Cell {
  /** Without the quotes around it and the spaces at its ends. */
  value: string;
  /** The position of the cell in the text, including quotes; 0-based, `to` is after its end. */
  from: number;
  to: number;
}

export interface Line {
  /** The line on which it begins, from 1; a quoted cell may hold line breaks. */
  line: number;
  cells: Cell[];
}

const lineBreak = /\r\n?|\n/g;

function breakAt(text: string, at: number): number {
  if (text[at] === "\n") return 1;
  if (text[at] === "\r") return text[at + 1] === "\n" ? 2 : 1;
  return 0;
}

/** After the quote that closes the one at `open`; −1 when none does, and it is an ordinary character. */
function afterQuoted(text: string, open: number): number {
  for (let at = open + 1; at < text.length; at += 1) {
    if (text[at] !== '"') continue;
    if (text[at + 1] !== '"') return at + 1;
    at += 1;
  }
  return -1;
}

function readCell(text: string, from: number, delimiter: string): Cell {
  let open = from;
  while (text[open] === " ") open += 1;
  const quoted = text[open] === '"' ? afterQuoted(text, open) : -1;
  let to = Math.max(from, quoted);
  while (to < text.length && text[to] !== delimiter && breakAt(text, to) === 0) to += 1;
  // With something behind its end, a quote is part of what was written.
  const whole = quoted > 0 && text.slice(quoted, to).trim() === "";
  const value = whole ? text.slice(open + 1, quoted - 1).replaceAll('""', '"') : text.slice(from, to);
  return { value: value.trim(), from, to };
}

/** The lines of a text, including blank ones, up to `most`. A byte order mark is removed. */
export function readLines(text: string, delimiter: string, most = Number.POSITIVE_INFINITY): Line[] {
  const lines: Line[] = [];
  let line = 1;
  let at = text.startsWith("\uFEFF") ? 1 : 0;
  while (at < text.length && lines.length < most) {
    const cells = [readCell(text, at, delimiter)];
    const begin = at;
    for (at = endOf(cells); text[at] === delimiter; at = endOf(cells)) cells.push(readCell(text, at + 1, delimiter));
    lines.push({ line, cells });
    line += (text.slice(begin, at).match(lineBreak)?.length ?? 0) + 1;
    at += breakAt(text, at);
  }
  return lines;
}

function endOf(cells: readonly Cell[]): number {
  return cells.at(-1)?.to ?? 0;
}

export function isBlank({ cells }: Line): boolean {
  return cells.every(({ value }) => value === "");
}

/** In the order in which they are tried; of equally good ones the first is taken, as by the server. */
const delimiters = ["\t", ";", ",", "|"];
const triedLines = 200;

/** The delimiter under which the most lines have as many cells as the heading. */
export function delimiterOf(text: string): string {
  let best = "\t";
  let most = 0;
  for (const delimiter of delimiters) {
    const lines = readLines(text, delimiter, triedLines).filter((line) => !isBlank(line));
    const width = lines[0]?.cells.length ?? 0;
    const even = lines.filter(({ cells }) => cells.length === width).length / lines.length;
    if (width > 1 && even > most) [best, most] = [delimiter, even];
  }
  return best;
}

/** A value as a cell that is read as the same value, whichever of the `delimiters` the text is read with. */
export function asCell(value: string, delimiters: string): string {
  const plain = !/["\r\n]/.test(value) && ![...delimiters].some((one) => value.includes(one));
  return plain ? value : `"${value.replaceAll('"', '""')}"`;
}
