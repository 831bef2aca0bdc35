/** Reads a table's Parquet file by ranges: the footer first, then the columns of a row group that are asked for. */
import { type AsyncBuffer, type FileMetaData, parquetMetadataAsync, parquetRead } from "hyparquet";
import type { TableInfo } from "../document/table";
import { besideOf } from "./parquet-beside";
import { chunkOfParts, type Part } from "./parquet-columns";
import type { ReadBytes } from "./questions";
import { besideGroup, type Group, type Source } from "./source";

/**
 * Opens a file whose columns are flat, compressed by snappy or not at all: what the server writes. Other codecs would need
 * WebAssembly, which the pages' security policy does not let in.
 */
export async function parquetSource(table: TableInfo, read: ReadBytes, signal?: AbortSignal): Promise<Source> {
  const bytes = table.bytes ?? 0;
  const metadata = await parquetMetadataAsync(fileOf(bytes, read, signal));
  const types = new Map(table.columns.map(({ id, type }) => [id, type]));
  const groups = groupsOf(metadata);
  const beside = besideOf(metadata);
  return {
    rows: Number(metadata.num_rows),
    groups,
    ...(beside ? { first: beside.first } : {}),
    load: async (names, group, aborted) => {
      if (group === besideGroup) return beside?.load(names, types) ?? new Map();
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
