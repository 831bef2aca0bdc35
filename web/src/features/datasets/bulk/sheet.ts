import { asCell, delimiterOf, isBlank, type Line, readLines } from "@/lib/text/delimited";

/**
 * A pasted table with the positions of its cells, so that one cell can be changed and all others
 * stay as typed.
 */
export interface Sheet {
  text: string;
  delimiter: string;
  /** The heading first; blank lines are none. */
  records: Line[];
}

export function readSheet(text: string): Sheet {
  const delimiter = delimiterOf(text);
  return { text, delimiter, records: readLines(text, delimiter).filter((line) => !isBlank(line)) };
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
