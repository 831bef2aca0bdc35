/** The strongest rows of a table, which the server writes into the metadata of its file: what a new page shows first. */
import type { FileMetaData } from "hyparquet";
import type { Chunk, ChunkType } from "./chunk";
import { chunkOfCells } from "./parquet-columns";
import type { FirstRows } from "./source";

interface Written {
  by: string;
  descending: boolean;
  columns: string[];
  rows: number[];
  /** Of each row, in the order of the columns. */
  cells: unknown[][];
}

interface Beside {
  first: FirstRows;
  load(names: readonly string[], types: ReadonlyMap<string, ChunkType>): Map<string, Chunk>;
}

/** Undefined for a file without them: a table without P values, or one that was made before they were written. */
export function besideOf({ key_value_metadata: said }: FileMetaData): Beside | undefined {
  const text = said?.find(({ key }) => key === "cohortium.strongest")?.value;
  if (!text) return undefined;
  const { by, descending, columns, rows, cells } = JSON.parse(text) as Written;
  return {
    first: { by, descending, rows: Uint32Array.from(rows) },
    load: (names, types) =>
      new Map(
        names.map((name) => {
          const at = columns.indexOf(name);
          const column = cells.map((row) => row[at]);
          return [name, chunkOfCells(types.get(name) ?? "text", column)];
        }),
      ),
  };
}
