/** Values of one column in a run of rows. All that the engine makes is made of these. */
import { type Cell, missingCode } from "./cell";
import { numberOf, textOfNumber } from "./numbers";

/** NaN is missing; booleans are 0 and 1. */
export interface NumberChunk {
  type: "number" | "boolean";
  numbers: Float64Array;
}

/**
 * A text is a code, the index of an entry of `texts`, which are unique; `missingCode` is missing.
 */
export interface TextChunk {
  type: "text";
  codes: Uint32Array;
  texts: string[];
}

/** Lists are kept like texts; `texts` has the items of a list joined by commas. */
export interface ListChunk {
  type: "list";
  codes: Uint32Array;
  texts: string[];
  lists: (readonly string[])[];
}

export type Chunk = NumberChunk | TextChunk | ListChunk;
export type ChunkType = Chunk["type"];

export const isNumbers = (chunk: Chunk): chunk is NumberChunk => chunk.type === "number" || chunk.type === "boolean";

export const joined = (list: readonly string[]): string => list.join(", ");

export function lengthOf(chunk: Chunk): number {
  return isNumbers(chunk) ? chunk.numbers.length : chunk.codes.length;
}

/** Rows without a value. */
export function emptyChunk(type: ChunkType, rows: number): Chunk {
  if (type === "number" || type === "boolean") return { type, numbers: new Float64Array(rows).fill(Number.NaN) };
  const codes = new Uint32Array(rows).fill(missingCode);
  return type === "text" ? { type, codes, texts: [] } : { type, codes, texts: [], lists: [] };
}

export function cellAt(chunk: Chunk, row: number): Cell {
  if (isNumbers(chunk)) {
    const number = chunk.numbers[row] as number;
    if (Number.isNaN(number)) return null;
    return chunk.type === "boolean" ? number !== 0 : number;
  }
  const code = chunk.codes[row] as number;
  if (code === missingCode) return null;
  return (chunk.type === "list" ? chunk.lists[code] : chunk.texts[code]) as Cell;
}

export const isMissingAt = (chunk: Chunk, row: number): boolean =>
  isNumbers(chunk) ? Number.isNaN(chunk.numbers[row]) : chunk.codes[row] === missingCode;

/** Bytes that a chunk takes, about. */
export function weightOf(chunk: Chunk): number {
  if (isNumbers(chunk)) return chunk.numbers.byteLength;
  let letters = 0;
  for (const text of chunk.texts) letters += text.length;
  return chunk.codes.byteLength + 40 * chunk.texts.length + letters * (chunk.type === "list" ? 2 : 1);
}

/** Takes texts row by row, each kept once. An empty text is a missing one. */
export class TextBuilder {
  readonly codes: Uint32Array;
  readonly texts: string[] = [];
  #known = new Map<string, number>();

  constructor(rows: number) {
    this.codes = new Uint32Array(rows).fill(missingCode);
  }

  /** The code of a text. */
  code(text: string): number {
    if (text === "") return missingCode;
    let code = this.#known.get(text);
    if (code === undefined) {
      code = this.texts.push(text) - 1;
      this.#known.set(text, code);
    }
    return code;
  }

  set(row: number, text: string | null | undefined) {
    if (text != null) this.codes[row] = this.code(text);
  }

  done(): TextChunk {
    return { type: "text", codes: this.codes, texts: this.texts };
  }
}

/** The same for lists. An empty list is a missing one, and so is an empty item of one. */
export class ListBuilder {
  readonly #keys: TextBuilder;
  readonly #lists: (readonly string[])[] = [];

  constructor(rows: number) {
    this.#keys = new TextBuilder(rows);
  }

  set(row: number, list: readonly string[] | null | undefined) {
    const items = list?.filter((item) => item !== "") ?? [];
    if (items.length === 0) return;
    // Items may contain commas, so the display text does not identify a list.
    const code = this.#keys.code(JSON.stringify(items));
    this.#lists[code] ??= items;
    this.#keys.codes[row] = code;
  }

  done(): ListChunk {
    return { type: "list", codes: this.#keys.codes, texts: this.#lists.map(joined), lists: this.#lists };
  }
}

const truths = new Map([
  ["true", 1],
  ["yes", 1],
  ["1", 1],
  ["false", 0],
  ["no", 0],
  ["0", 0],
]);

/** Yes, true and 1 are 1, no, false and 0 are 0, in any case; undefined is neither. */
export const truthOf = (text: string): number | undefined => truths.get(text.trim().toLowerCase());

const textOfTruth = (number: number) => (number === 0 ? "false" : "true");

/** How the texts of a column are read, row by row: numbers as they are written. Undefined is missing. */
export function textReader(chunk: Chunk): (row: number) => string | undefined {
  if (isNumbers(chunk)) {
    const { numbers } = chunk;
    const write = chunk.type === "boolean" ? textOfTruth : textOfNumber;
    return (row) => (Number.isNaN(numbers[row]) ? undefined : write(numbers[row] as number));
  }
  const { codes, texts } = chunk;
  return (row) => texts[codes[row] as number];
}

/** A column as texts. */
export function asTexts(chunk: Chunk): TextChunk {
  if (chunk.type === "text") return chunk;
  if (chunk.type === "list") {
    const built = new TextBuilder(chunk.codes.length);
    const codes = chunk.texts.map((text) => built.code(text));
    chunk.codes.forEach((code, row) => {
      if (code !== missingCode) built.codes[row] = codes[code] as number;
    });
    return built.done();
  }
  const read = textReader(chunk);
  const built = new TextBuilder(chunk.numbers.length);
  for (let row = 0; row < chunk.numbers.length; row += 1) built.set(row, read(row));
  return built.done();
}

/** A column as numbers: texts that are not numbers are missing. */
export function asNumbers(chunk: Chunk): Float64Array {
  if (isNumbers(chunk)) return chunk.numbers;
  const { codes, texts } = chunk;
  const known = Float64Array.from(texts, (text) => numberOf(text) ?? Number.NaN);
  return Float64Array.from(codes, (code) => (code === missingCode ? Number.NaN : (known[code] as number)));
}

/** A column in another type; values that do not convert are missing. */
export function asType(chunk: Chunk, type: ChunkType): Chunk {
  if (chunk.type === type) return chunk;
  switch (type) {
    case "number":
      return { type, numbers: asNumbers(chunk) };
    case "text":
      return asTexts(chunk);
    case "boolean": {
      const read = textReader(chunk);
      const truth = (row: number) => truthOf(read(row) ?? "") ?? Number.NaN;
      return { type, numbers: Float64Array.from({ length: lengthOf(chunk) }, (_, row) => truth(row)) };
    }
    default: {
      const read = textReader(chunk);
      const built = new ListBuilder(lengthOf(chunk));
      for (let row = 0; row < lengthOf(chunk); row += 1) {
        const text = read(row);
        built.set(row, text === undefined ? undefined : [text]);
      }
      return built.done();
    }
  }
}
