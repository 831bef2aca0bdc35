/** Which rows pass and in which order, worked out row by row without any of the engine's code. */
import type { Filter, PageDocument } from "../../document/document";
import type { Cell } from "../cell";
import { numberIn, type Plain, textOf } from "./plain";

function passes(one: Filter, of: Cell): boolean {
  const items = (Array.isArray(of) ? of : of === null ? [] : [String(of)]) as string[];
  const preset = one.preset as never;
  const lower = (list: string[]) => list.map((item) => item.toLowerCase());
  const asked = Array.isArray(preset) ? (preset as string[]) : [];
  const x = numberIn(of);
  switch (one.type) {
    case "contains":
      return lower(items).some((item) => lower(asked).some((part) => item.includes(part)));
    case "exact":
      return lower(items).some((item) => lower(asked).includes(item));
    case "without":
      return !lower(items).some((item) => lower(asked).includes(item));
    case "choice":
      return items.some((item) => asked.includes(item));
    case "at_most":
      return x !== null && x <= preset;
    case "at_least":
      return x !== null && x >= preset;
    case "between":
      return x !== null && x >= 0 && x <= 1;
    default:
      return x !== null && (x <= 0 || x >= 1);
  }
}

export function referencePasses(page: PageDocument, columns: ReadonlyMap<string, Plain>, rows: number): number[] {
  const there = page.filters.filter((one) => columns.has(one.column) && !columns.get(one.column)?.gone);
  const all = Array.from({ length: rows }, (_, row) => row);
  return all.filter((row) => there.every((one) => passes(one, columns.get(one.column)?.cells[row] ?? null)));
}

function compareTexts(a: string, b: string): number {
  const parts = (one: string) => one.toLowerCase().match(/\d+|\D/g) ?? [];
  const [x, y] = [parts(a), parts(b)];
  for (let at = 0; at < Math.min(x.length, y.length); at += 1) {
    const [p, q] = [x[at] as string, y[at] as string];
    const numbers = /\d/.test(p) && /\d/.test(q);
    if (numbers && BigInt(p) !== BigInt(q)) return BigInt(p) < BigInt(q) ? -1 : 1;
    if (!numbers && p !== q) return p < q ? -1 : 1;
  }
  return x.length - y.length || (a < b ? -1 : a > b ? 1 : 0);
}

export function referenceOrder(page: PageDocument, columns: ReadonlyMap<string, Plain>, rows: number[]): number[] {
  const { column: id, descending } = page.table.sort as { column: string; descending: boolean };
  const by = columns.get(id);
  if (!by || by.gone) return rows;
  const numeric = by.type === "number" || by.type === "boolean";
  const compare = (a: Cell, b: Cell) =>
    numeric ? Number(a) - Number(b) : compareTexts(textOf(a) ?? "", textOf(b) ?? "");
  return [...rows].sort((a, b) => {
    const [x, y] = [by.cells[a] ?? null, by.cells[b] ?? null];
    if (x === null || y === null) return Number(x === null) - Number(y === null);
    return descending ? compare(y, x) : compare(x, y);
  });
}
