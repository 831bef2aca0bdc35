/** The filters of a page in words, with their values. */

import type { Filter, PageDocument } from "@/lib/document/document";
import { isSet, type PageState } from "@/lib/document/pageState";
import type { FilterState, FilterValue } from "@/lib/engine/engine";
import { roundTo, textOfNumber as write } from "@/lib/engine/numbers";
import { own } from "@/lib/own";

/** "≤ 5e-8", "1 to 5", "BRCA1, FTO". */
export function valueWords({ type }: Pick<Filter, "type">, value: FilterValue): string {
  if (typeof value === "number") return `${type === "at_least" ? "≥" : "≤"} ${write(value)}`;
  if (Array.isArray(value)) {
    const shown = value.slice(0, 3).join(", ");
    const words = value.length > 3 ? `${shown} and ${value.length - 3} more` : shown;
    if (type === "contains") return `has ${words}`;
    return type === "without" ? `not ${words}` : words;
  }
  const { low, high } = value as { low?: number; high?: number };
  if (type === "outside")
    return [low !== undefined && `≤ ${write(low)}`, high !== undefined && `≥ ${write(high)}`]
      .filter(Boolean)
      .join(" or ");
  if (low !== undefined && high !== undefined) return `${write(low)} to ${write(high)}`;
  return low === undefined ? `≤ ${write(high as number)}` : `≥ ${write(low)}`;
}

/** Filters that a reader sees. */
export const seenFilters = (document: PageDocument): Filter[] => document.filters.filter(({ hidden }) => !hidden);

const setFilters = (document: PageDocument, state: FilterState): Filter[] =>
  seenFilters(document).filter(({ id }) => isSet(own(state, id)));

/** How many things narrow the table: filters, views of plots, stars. */
export const narrowings = (document: PageDocument, state: PageState): number =>
  setFilters(document, state.filters).length + Object.keys(state.views).length + Number(state.onlyStarred);

export function withFilter(state: PageState, id: string, value: FilterValue | undefined): PageState {
  const { [id]: _, ...rest } = state.filters;
  return { ...state, page: 1, filters: isSet(value) ? { ...rest, [id]: value } : rest };
}

export const withoutFilters = (state: PageState): PageState => ({
  ...state,
  page: 1,
  filters: {},
  views: {},
  onlyStarred: false,
});

/**
 * The value of a slider's handle, rounded to the precision of the range; exact at an end, so that
 * no row is lost.
 */
export function handleValue(value: number, [least, most]: readonly [number, number]): number {
  if (value <= least) return least;
  if (value >= most) return most;
  const decimals = Math.max(0, 4 - Math.floor(Math.log10(most - least)));
  // A range of tiny numbers has more zeros than decimals can be counted in.
  return decimals > 15 ? Number(value.toPrecision(5)) : Math.min(most, Math.max(least, roundTo(value, decimals)));
}
