/** What a step makes of a run of rows, and the account of it. */
import type { Cell } from "./cell";
import { type Chunk, cellAt, ListBuilder, TextBuilder, type TextChunk, weightOf } from "./chunk";

/** A value that could not be made: which input was the trouble, and why. */
export class Trouble {
  constructor(
    readonly input: number,
    readonly reason: string,
  ) {}
}

export interface MadeFailure {
  /** Within the run. */
  row: number;
  input: number;
  value: Cell;
  reason: string;
}

export interface Made {
  outputs: Chunk[];
  /** Rows in which nothing is made. */
  missing: number;
  failed: number;
  /** The first of the failed ones, at most `mostFirst`. */
  first: MadeFailure[];
}

/** Bytes that it takes, about. */
export const weightOfMade = ({ outputs }: Made) => outputs.reduce((sum, chunk) => sum + weightOf(chunk), 0);

export const mostFirst = 10;

/** Counts troubles while a step is made. */
export class Account {
  missing = 0;
  failed = 0;
  readonly first: MadeFailure[] = [];

  constructor(private readonly inputs: readonly Chunk[]) {}

  trouble(row: number, { input, reason }: Trouble) {
    this.failed += 1;
    if (this.first.length >= mostFirst) return;
    const chunk = this.inputs[input];
    this.first.push({ row, input, value: chunk ? cellAt(chunk, row) : null, reason });
  }

  made(outputs: Chunk[]): Made {
    return { outputs, missing: this.missing, failed: this.failed, first: this.first };
  }
}

/** Numbers, row by row; NaN is missing. */
export function makeNumbers(inputs: readonly Chunk[], rows: number, make: (row: number) => number | Trouble): Made {
  const account = new Account(inputs);
  const numbers = new Float64Array(rows);
  for (let row = 0; row < rows; row += 1) {
    const value = make(row);
    const number = typeof value === "number" ? value : Number.NaN;
    numbers[row] = number;
    if (typeof value !== "number") account.trouble(row, value);
    if (Number.isNaN(number)) account.missing += 1;
  }
  return account.made([{ type: "number", numbers }]);
}

/** Texts, row by row. */
export function makeTexts(
  inputs: readonly Chunk[],
  rows: number,
  make: (row: number) => string | undefined | Trouble,
): Made {
  const account = new Account(inputs);
  const built = new TextBuilder(rows);
  for (let row = 0; row < rows; row += 1) {
    const value = make(row);
    if (value instanceof Trouble) account.trouble(row, value);
    if (value === undefined || value === "" || value instanceof Trouble) account.missing += 1;
    else built.set(row, value);
  }
  return account.made([built.done()]);
}

export function makeLists(input: Chunk, rows: number, make: (row: number) => readonly string[] | undefined): Made {
  const account = new Account([input]);
  const built = new ListBuilder(rows);
  for (let row = 0; row < rows; row += 1) built.set(row, make(row));
  const list = built.done();
  account.missing = list.codes.reduce((n, code) => n + (list.lists[code] ? 0 : 1), 0);
  return account.made([list]);
}

/** A function of a text, worked out once for each different text. Missing stays missing. */
export function eachText<T>(texts: TextChunk, make: (text: string) => T): (row: number) => T | undefined {
  const known: T[] = texts.texts.map(make);
  const { codes } = texts;
  return (row) => known[codes[row] as number];
}
