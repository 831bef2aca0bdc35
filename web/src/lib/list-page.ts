/** Pages of a list that is here as a whole. */
const pageSize = 50;

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
