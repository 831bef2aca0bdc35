/** Values as the reader of Parquet hands them out become the chunks of columns. */
import type { DecodedArray } from "hyparquet";
import { type Chunk, type ChunkType, emptyChunk, ListBuilder, TextBuilder } from "./chunk";

export interface Part {
  start: number;
  data: DecodedArray;
}

export function chunkOfParts(type: ChunkType, rows: number, start: number, parts: readonly Part[]): Chunk {
  if (type === "number" || type === "boolean") {
    const chunk = emptyChunk(type, rows) as Chunk & { numbers: Float64Array };
    for (const part of parts) setNumbers(chunk.numbers, part.start - start, part.data);
    return chunk;
  }
  const built = type === "text" ? new TextBuilder(rows) : new ListBuilder(rows);
  for (const { start: from, data } of parts) {
    for (let at = 0; at < data.length; at += 1) {
      const value: unknown = data[at];
      if (value != null) built.set(from - start + at, (type === "text" ? String(value) : listOf(value)) as never);
    }
  }
  return built.done();
}

function setNumbers(numbers: Float64Array, from: number, data: DecodedArray) {
  if (data instanceof Float64Array) {
    numbers.set(data, from);
    return;
  }
  for (let at = 0; at < data.length; at += 1) {
    const value: unknown = data[at];
    if (value != null) numbers[from + at] = Number(value);
  }
}

/** A column of cells as the file keeps them: numbers, truths, texts, and lists as the texts of JSON arrays. */
export function chunkOfCells(type: ChunkType, cells: readonly unknown[]): Chunk {
  return chunkOfParts(type, cells.length, 0, [{ start: 0, data: cells as DecodedArray }]);
}

/** Lists are kept as the texts of JSON arrays, which the reader may have parsed already. */
function listOf(value: unknown): string[] {
  const parsed: unknown = typeof value === "string" ? JSON.parse(value) : value;
  return Array.isArray(parsed) ? parsed.map((item) => (item === null ? "" : String(item))) : [String(parsed)];
}
