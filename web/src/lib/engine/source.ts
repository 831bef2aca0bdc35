import type { Chunk } from "./chunk";

/** Rows that are read together. */
export interface Group {
  start: number;
  rows: number;
}

/**
 * The first rows in an order, stored next to the table, so that the first page need not read all
 * groups.
 */
export interface FirstRows {
  /** The column of the table that orders them, none of its other rows before these. */
  by: string;
  descending: boolean;
  /** In that order. */
  rows: Uint32Array;
}

/** The group of the stored first rows. */
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
