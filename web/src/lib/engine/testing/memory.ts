import type { Cell } from "../cell";
import { type Chunk, type ChunkType, ListBuilder, TextBuilder } from "../chunk";
import type { Group, Source } from "../source";

/** A column of cells. */
export function chunkOf(type: ChunkType, cells: readonly Cell[]): Chunk {
  if (type === "number" || type === "boolean") {
    const number = (cell: Cell) => (cell === null ? Number.NaN : Number(cell));
    return { type, numbers: Float64Array.from(cells, number) };
  }
  const built = type === "text" ? new TextBuilder(cells.length) : new ListBuilder(cells.length);
  cells.forEach((cell, row) => {
    built.set(row, cell as never);
  });
  return built.done();
}

interface MemoryColumn {
  id: string;
  type: ChunkType;
  cells: readonly Cell[];
}

/** A table of cells, its rows in groups of so many. */
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
