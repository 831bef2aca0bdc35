import type { SentFile } from "@/api/sgc/calls";
import type { FileCheck, SgcMapping } from "@/api/sgc/sgc";
import { type Edits, type Grid, type GridRow, isBlank } from "./grid";
import { isUncounted, numberColumn } from "./pairs";
import { toTsv } from "./tsv";

/** Where a table comes from. */
export interface Source {
  name: string;
  /** The bytes as they were chosen or pasted; absent for a table that is typed in here. */
  body?: Blob;
  latin1: boolean;
}

/** A table under review that is not submitted yet. */
export interface Work {
  source: Source;
  /** Absent until the server has read the file. */
  edits?: Edits;
  /** Whether the table differs from the bytes. */
  edited: boolean;
  /** Absent: the server suggests one. */
  mapping?: SgcMapping;
  /** Pairs without a number stay in the table and are not sent. */
  onlyCounted?: boolean;
}

/**
 * The content to send, and the row of each of its lines; undefined if the server's line numbers
 * apply.
 */
export interface Sending {
  file: SentFile;
  lines?: ReadonlyMap<number, number>;
}

const every = () => true;

/** The table as text, and the row id of each of its lines. Empty rows are left out, and those that are not to be kept. */
export function tableText(
  grid: Grid,
  keep: (row: GridRow) => boolean = every,
): { text: string; lines: ReadonlyMap<number, number> } {
  const rows = grid.rows.filter((row) => !isBlank(row) && keep(row));
  const header = 1;
  const text = toTsv(
    grid.header,
    rows.map((row) => row.cells),
  );
  return { text, lines: new Map(rows.map((row, at) => [at + 1 + header, row.id])) };
}

/**
 * The content to send for a table: its original bytes while unedited, else the table as text with
 * the same name.
 */
export function sendingOf(work: Work): Sending {
  const { source, edits, edited, mapping } = work;
  const { name, body, latin1 } = source;
  if (body && !(edited && edits)) return { file: { body, name, mapping, latin1 } };
  if (!edits) return { file: { body: new Blob([]), name, mapping } };
  const { text, lines } = tableText(edits.grid, isSent(work));
  return { file: { body: new Blob([text], { type: "text/tab-separated-values" }), name, mapping }, lines };
}

/** Which rows of a table are sent. */
export function isSent({ edits, mapping, onlyCounted }: Work): (row: GridRow) => boolean {
  if (!onlyCounted || !edits) return every;
  const column = numberColumn(edits.grid, mapping);
  return (row) => !isUncounted(row, column);
}

/** Whether the server gave every row to edit. */
export function isWhole(check: FileCheck): boolean {
  return check.grid.length >= check.rows;
}

/** Row ids by the lines of the file as the server read it; rows have their place as id. */
export function linesOf(check: FileCheck): ReadonlyMap<number, number> {
  return new Map(check.grid.map((row, id) => [row.line, id]));
}
