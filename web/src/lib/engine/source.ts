import type { Cell } from "./cell";
import { type Chunk, type ChunkType, chunkOf } from "./chunk";

/** Rows that are read together. */
export interface Group {
  start: number;
  rows: number;
}

/** Rows that stand beside the table in an order of it, so that a page that begins with them need not read all groups. */
export interface FirstRows {
  /** The column of the table that orders them, none of its other rows before these. */
  by: string;
  descending: boolean;
  /** In that order. */
  rows: Uint32Array;
}

/** The group of the rows that stand beside the table. */
export const besideGroup = -1;

/** Where the columns of a table come from. */
export interface Source {
  rows: number;
  groups: readonly Group[];
  /** Read as the group `besideGroup`. */
  first?: FirstRows;
  /** Columns of a group, by their names in the table, in the types they have there. */
  load(names: readonly string[], group: number, signal?: AbortSignal): Promise<Map<string, Chunk>>;
}

export interface MemoryColumn {
  id: string;
  type: ChunkType;
  cells: readonly Cell[];
}

/** A table that is there already. */
export function memorySource(columns: readonly MemoryColumn[], groupRows = 65_536): Source {
  const rows = columns[0]?.cells.length ?? 0;
  const groups = Array.from({ length: Math.ceil(rows / groupRows) }, (_, at) => ({
    start: at * groupRows,
    rows: Math.min(groupRows, rows - at * groupRows),
  }));
  return {
    rows,
    groups,
    load: async (names, group) => {
      const { start, rows: length } = groups[group] as Group;
      const asked = columns.filter(({ id }) => names.includes(id));
      return new Map(asked.map(({ id, type, cells }) => [id, chunkOf(type, cells.slice(start, start + length))]));
    },
  };
}
