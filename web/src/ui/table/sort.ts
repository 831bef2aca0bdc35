/** Next sort word after a click on a heading: ascending, descending, back to the default. */
export function nextSort(current: string | undefined, key: string): string | undefined {
  if (current === key) return `-${key}`;
  if (current === `-${key}`) return undefined;
  return key;
}

export type SortState = "ascending" | "descending" | "none";

export function sortState(current: string | undefined, key: string): SortState {
  if (current === key) return "ascending";
  if (current === `-${key}`) return "descending";
  return "none";
}
