/** A list with one of its items at another place. */
export function moved<T>(items: readonly T[], from: number, to: number): T[] {
  const others = items.filter((_, at) => at !== from);
  const item = items[from];
  return item === undefined ? [...items] : [...others.slice(0, to), item, ...others.slice(to)];
}
