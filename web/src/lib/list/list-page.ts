import { own } from "../own";
/** Lists that are here as a whole: searched, sorted and cut into pages here. */
import { pageSize } from "./table-search";

/** The rows whose text has every word of `q`, in any case and order. */
export function matching<Row>(rows: readonly Row[], q: string | undefined, textOf: (row: Row) => string): Row[] {
  const words = (q ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter((row) => {
    const text = textOf(row).toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

export type Compare<Row> = (a: Row, b: Row) => number;

/** The rows in the order of a sort word, "name" or "-name"; those that are equal by it, and all for an unknown word, by `usual`. */
export function inOrder<Row>(
  rows: readonly Row[],
  sort: string | undefined,
  compares: Readonly<Record<string, Compare<Row>>>,
  usual: Compare<Row>,
): Row[] {
  const compare = own(compares, sort?.replace(/^-/, "") ?? "");
  const sign = sort?.startsWith("-") ? -1 : 1;
  return rows.toSorted((a, b) => (compare ? sign * compare(a, b) : 0) || usual(a, b));
}

/** The page that `after` leads to, the last one where there are fewer, with the key that leads to the next. */
export function pageOf<Row>(
  matching: readonly Row[],
  { after = [] }: { after?: readonly string[] },
  key: (row: Row) => string,
) {
  const last = Math.max(0, Math.ceil(matching.length / pageSize) - 1);
  const start = Math.min(after.length, last) * pageSize;
  const items = matching.slice(start, start + pageSize);
  const end = items.at(-1);
  const next_cursor = start + pageSize < matching.length && end !== undefined ? key(end) : undefined;
  return { items, total: matching.length, next_cursor };
}
