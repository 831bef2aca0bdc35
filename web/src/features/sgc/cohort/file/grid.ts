/** A row of the table that is being edited. */
export interface GridRow {
  /** Stays with the row whatever happens around it. */
  id: number;
  cells: readonly string[];
}

export interface Grid {
  header: readonly string[];
  rows: readonly GridRow[];
  /** The id that a new row gets. */
  nextId: number;
}

/** A cell by the place of its row in the table and its column, both from 0. */
export interface Place {
  row: number;
  column: number;
}

export function newGrid(header: readonly string[], rows: readonly (readonly string[])[]): Grid {
  return { header, rows: rows.map((cells, id) => ({ id, cells })), nextId: rows.length };
}

function withCell(cells: readonly string[], column: number, value: string): readonly string[] {
  return cells.with(column, value);
}

export function setCell(grid: Grid, { row, column }: Place, value: string): Grid {
  const old = grid.rows[row];
  if (!old || old.cells[column] === value) return grid;
  return { ...grid, rows: grid.rows.with(row, { ...old, cells: withCell(old.cells, column, value) }) };
}

function emptyCells(grid: Grid): string[] {
  return grid.header.map(() => "");
}

/** A new empty row below the place `after`; -1 puts it first. */
export function addRow(grid: Grid, after: number): Grid {
  const row = { id: grid.nextId, cells: emptyCells(grid) };
  return { ...grid, rows: grid.rows.toSpliced(after + 1, 0, row), nextId: grid.nextId + 1 };
}

export function removeRow(grid: Grid, at: number): Grid {
  return { ...grid, rows: grid.rows.toSpliced(at, 1) };
}

/** Puts a block of cells over the table from `at` to the right and down; rows are added where it is longer, columns are not. */
export function pasteBlock(grid: Grid, at: Place, block: readonly (readonly string[])[]): Grid {
  const rows = [...grid.rows];
  let { nextId } = grid;
  block.forEach((values, down) => {
    const row = rows[at.row + down] ?? { id: nextId++, cells: emptyCells(grid) };
    const cells = row.cells.map((old, column) => values[column - at.column] ?? old);
    rows[at.row + down] = { ...row, cells };
  });
  return { ...grid, rows, nextId };
}

/** The replacement of a value, by column and value. */
export interface Replacement {
  column: number;
  value: string;
  by: string;
}

/** Replaces values everywhere in their column. */
export function replaceAll(grid: Grid, replacements: readonly Replacement[]): Grid {
  const columns = new Map<number, Map<string, string>>();
  for (const { column, value, by } of replacements) {
    columns.set(column, (columns.get(column) ?? new Map()).set(value, by));
  }
  let changed = false;
  const rows = grid.rows.map((row) => {
    let { cells } = row;
    for (const [column, values] of columns) {
      const by = values.get(cells[column] ?? "");
      if (by !== undefined) cells = withCell(cells, column, by);
    }
    if (cells === row.cells) return row;
    changed = true;
    return { ...row, cells };
  });
  return changed ? { ...grid, rows } : grid;
}

export function isBlank(row: GridRow): boolean {
  return row.cells.every((cell) => cell.trim() === "");
}

/** A table with the states before and after it. */
export interface Edits {
  grid: Grid;
  past: readonly Grid[];
  future: readonly Grid[];
}

const deepest = 200;

export function startEdits(grid: Grid): Edits {
  return { grid, past: [], future: [] };
}

export function edit(edits: Edits, next: Grid): Edits {
  if (next === edits.grid) return edits;
  return { grid: next, past: [...edits.past.slice(-deepest + 1), edits.grid], future: [] };
}

export function undo(edits: Edits): Edits {
  const before = edits.past.at(-1);
  if (!before) return edits;
  return { grid: before, past: edits.past.slice(0, -1), future: [edits.grid, ...edits.future] };
}

export function redo(edits: Edits): Edits {
  const [after, ...future] = edits.future;
  if (!after) return edits;
  return { grid: after, past: [...edits.past, edits.grid], future };
}
