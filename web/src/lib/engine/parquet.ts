/** Reads a table's Parquet file by ranges: the footer first, then the columns of a row group that are asked for. */
import { type AsyncBuffer, type DecodedArray, type FileMetaData, parquetMetadataAsync, parquetRead } from "hyparquet";
import type { TableInfo } from "../document/table";
import { type Chunk, type ChunkType, emptyChunk, ListBuilder, TextBuilder } from "./chunk";
import type { ReadBytes } from "./questions";
import type { Group, Source } from "./source";

/**
 * Opens a file whose columns are flat, compressed by snappy or not at all: what the server writes. Other codecs would need
 * WebAssembly, which the pages' security policy does not let in.
 */
export async function parquetSource(table: TableInfo, read: ReadBytes, signal?: AbortSignal): Promise<Source> {
  const bytes = table.bytes ?? 0;
  const metadata = await parquetMetadataAsync(fileOf(bytes, read, signal));
  const types = new Map(table.columns.map(({ id, type }) => [id, type]));
  const groups = groupsOf(metadata);
  return {
    rows: Number(metadata.num_rows),
    groups,
    load: async (names, group, aborted) => {
      const { start, rows } = groups[group] as Group;
      const decoded = await decode(metadata, fileOf(bytes, read, aborted), names, groups[group] as Group);
      return new Map(
        names.map((name) => {
          const type = types.get(name) ?? "text";
          const parts = decoded.get(name) ?? [];
          return [name, chunkOfParts(type, rows, start, parts)];
        }),
      );
    },
  };
}

const fileOf = (byteLength: number, read: ReadBytes, signal?: AbortSignal): AsyncBuffer => ({
  byteLength,
  slice: (start, end = byteLength) => read(start, end, signal),
});

function groupsOf(metadata: FileMetaData): Group[] {
  let start = 0;
  return metadata.row_groups.map(({ num_rows }) => {
    const group = { start, rows: Number(num_rows) };
    start += group.rows;
    return group;
  });
}

interface Part {
  start: number;
  data: DecodedArray;
}

async function decode(metadata: FileMetaData, file: AsyncBuffer, names: readonly string[], { start, rows }: Group) {
  const known = new Set(metadata.schema.slice(1).map(({ name }) => name));
  const decoded = new Map<string, Part[]>();
  await parquetRead({
    file,
    metadata,
    columns: names.filter((name) => known.has(name)),
    rowStart: start,
    rowEnd: start + rows,
    onChunk: ({ columnName, columnData, rowStart }) => {
      const parts = decoded.get(columnName) ?? [];
      decoded.set(columnName, [...parts, { start: rowStart, data: columnData }]);
    },
  });
  return decoded;
}

function chunkOfParts(type: ChunkType, rows: number, start: number, parts: readonly Part[]): Chunk {
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

/** Lists are kept as the texts of JSON arrays, which the reader may have parsed already. */
function listOf(value: unknown): string[] {
  const parsed: unknown = typeof value === "string" ? JSON.parse(value) : value;
  return Array.isArray(parsed) ? parsed.map(String) : [String(parsed)];
}
