/** A page for tests: a table in memory, and an engine that answers about it row by row. */
import type { Filter, PageDocument } from "@/lib/document/document";
import { firstState } from "@/lib/document/pageState";
import type { TableInfo } from "@/lib/document/table";
import { withViews } from "@/lib/document/views";
import type { Cell, Engine, FilterState, FilterValue, Row, ValueColumn } from "@/lib/engine/engine";
import { missingCode } from "@/lib/engine/engine";
import { packed } from "@/lib/engine/texts";

export type MemoryTable = Record<string, readonly Cell[]>;

export function memoryDocument(table: MemoryTable, change: Partial<PageDocument> = {}): PageDocument {
  const ids = Object.keys(table);
  return {
    version: 1,
    title: "Test page",
    about: "",
    columns: ids.map((id) => ({ id, source: id, title: id.toUpperCase(), type: typeOf(table[id] ?? []) })),
    steps: [],
    formats: {},
    tips: {},
    table: { columns: ids, rows: 10 },
    groups: [],
    filters: [],
    plots: [],
    layout: "stacked",
    ...change,
  };
}

export function memoryInfo(table: MemoryTable): TableInfo {
  const ids = Object.keys(table);
  return {
    rows: lengthOf(table),
    columns: ids.map((id) => ({ id, source: id, type: typeOf(table[id] ?? []) })),
  };
}

const lengthOf = (table: MemoryTable): number => Math.max(0, ...Object.values(table).map((cells) => cells.length));

const typeOf = (cells: readonly Cell[]): "number" | "text" =>
  cells.some((cell) => typeof cell === "string") ? "text" : "number";

function passes(filter: Filter, value: FilterValue, cell: Cell): boolean {
  if (typeof value === "number") {
    return typeof cell === "number" && (filter.type === "at_least" ? cell >= value : cell <= value);
  }
  if (Array.isArray(value)) {
    const text = cell === null ? undefined : String(cell).toLowerCase();
    const found = value.some((wanted) =>
      filter.type === "contains" ? text?.includes(wanted.toLowerCase()) : text === wanted.toLowerCase(),
    );
    return filter.type === "without" ? !found : found;
  }
  const { low, high } = value as { low?: number; high?: number };
  if (typeof cell !== "number") return false;
  if (filter.type === "outside") return (low !== undefined && cell <= low) || (high !== undefined && cell >= high);
  return (low === undefined || cell >= low) && (high === undefined || cell <= high);
}

export function memoryEngine(table: MemoryTable, document: PageDocument): Engine {
  const { filters: known } = withViews(document);
  const all = Array.from({ length: lengthOf(table) }, (_, i) => i);
  const cell = (id: string, row: number): Cell => table[id]?.[row] ?? null;
  const rowsOf = (state: FilterState): number[] =>
    all.filter((row) =>
      known.every((filter) => {
        const value = state[filter.id];
        return value === undefined || passes(filter, value, cell(filter.column, row));
      }),
    );
  const columnOf = (column: ValueColumn, rows: number[]) => {
    const id = typeof column === "string" ? column : column.neg_log_10;
    const cells = rows.map((row) => cell(id, row));
    if (typeOf(table[id] ?? []) === "number") {
      const numbers = Float64Array.from(cells, (value) => (typeof value === "number" ? value : Number.NaN));
      const strengths = numbers.map((p) => (p > 0 && p <= 1 ? -Math.log10(p) : Number.NaN));
      return { type: "number" as const, numbers: typeof column === "string" ? numbers : strengths };
    }
    const texts = [...new Set(cells.filter((value) => typeof value === "string"))] as string[];
    const codes = Uint32Array.from(cells, (value) => (value === null ? missingCode : texts.indexOf(String(value))));
    return { type: "text" as const, codes, texts: packed(texts) };
  };
  const order = (rows: number[], column: string, descending: boolean) =>
    [...rows].sort((a, b) => {
      const [x, y] = [cell(column, a), cell(column, b)];
      if (x === null || y === null) return Number(x === null) - Number(y === null);
      const by = typeof x === "number" && typeof y === "number" ? x - y : String(x).localeCompare(String(y));
      return descending ? -by : by;
    });
  return {
    use: async () => ({ revision: 1, rows: all.length, steps: [], columns: [], before: {} }),
    readAhead: async () => ({ revision: 1 }),
    account: async () => ({ revision: 1, steps: [] }),
    rows: async ({ filters, sort, from, to, columns, starred }) => {
      const star = document.star;
      const found = rowsOf(filters).filter((row) => !starred || !star || starred.includes(String(cell(star, row))));
      const sorted = sort ? order(found, sort.column, sort.descending) : found;
      const rows = sorted.slice(from, to).map((row): Row => ({ row, cells: columns.map((id) => cell(id, row)) }));
      return { revision: 1, total: found.length, rows, neg_log_10: {} };
    },
    count: async (filters) => ({ revision: 1, passing: rowsOf(filters).length, rows: all.length }),
    values: async ({ columns, filters }) => {
      const rows = rowsOf(filters);
      return { revision: 1, columns: columns.map((column) => columnOf(column, rows)), rows: Uint32Array.from(rows) };
    },
    options: async ({ column, filters, of, prefix = "", most = 200 }) => {
      const { [of ?? ""]: _, ...others } = filters;
      const counts = new Map<string, number>();
      for (const row of rowsOf(others)) {
        const text = cell(column, row);
        if (text !== null) counts.set(String(text), (counts.get(String(text)) ?? 0) + 1);
      }
      const options = [...counts].map(([text, count]) => ({ text, count }));
      const found = options.filter(({ text }) => text.toLowerCase().startsWith(prefix.toLowerCase()));
      return { revision: 1, options: found.slice(0, most), total: found.length };
    },
    range: async (column) => {
      const numbers = (table[column] ?? []).filter((value) => typeof value === "number");
      const ends = numbers.length > 0 ? { low: Math.min(...numbers), high: Math.max(...numbers) } : {};
      return { revision: 1, missing: all.length - numbers.length, ...ends };
    },
    close: () => {},
  };
}

/** All that PageView is handed for a table in memory. */
export function memoryPage(table: MemoryTable, change: Partial<PageDocument> = {}) {
  const document = memoryDocument(table, change);
  return {
    document,
    table: memoryInfo(table),
    engine: memoryEngine(table, document),
    state: firstState(document),
  };
}
