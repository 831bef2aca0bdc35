/**
 * A reader's state of a page: filters, order, page of the table, shown plot, zoomed views, stars,
 * hidden columns. It is in the address, short and readable; unknown parts are ignored.
 */

import { type FilterState, type FilterValue, filtersOf, type SortState } from "../engine/questions";
import { blank, own } from "../own";
import type { Filter, PageDocument, Plot } from "./document";
import type { PageSearch } from "./pageSearch";
import type { Bounds, PlotView, PlotViews } from "./views";

export interface PageState {
  filters: FilterState;
  sort?: SortState | undefined;
  /** From 1. */
  page: number;
  /** Id of the plot that is shown where plots are tabs. */
  plot?: string | undefined;
  views: PlotViews;
  /** Values of the star column. */
  starred: readonly string[];
  onlyStarred: boolean;
  /** Ids of columns of the table that are not shown. */
  hidden: readonly string[];
}

const mark = "~";

/** A tilde within a text is doubled by a sign that no header begins with. */
const packed = (text: string) => text.replaceAll("!", "!!").replaceAll(mark, "!.");
const unpacked = (text: string) => text.replaceAll(/!(.)/g, (_, sign: string) => (sign === "." ? mark : sign));

/** What a page begins with. */
export function firstState(document: PageDocument): PageState {
  return { filters: filtersOf(document), page: 1, views: {}, starred: [], onlyStarred: false, hidden: [] };
}

export function readState(search: PageSearch, document: PageDocument): PageState {
  const filters = blank(filtersOf(document));
  for (const words of search.f ?? []) {
    const [id = "", ...parts] = words.split(mark);
    const filter = document.filters.find((one) => one.id === id && !one.hidden);
    if (!filter) continue;
    const value = readValue(filter, parts.map(unpacked));
    if (value === undefined) delete filters[id];
    else filters[id] = value;
  }
  return {
    filters,
    sort: sortOf(search.sort),
    page: search.page ?? 1,
    plot: document.plots.find(({ id }) => id === search.plot)?.id,
    views: viewsOf(search.view ?? [], document),
    starred: search.star ?? [],
    onlyStarred: search.stars === "only",
    hidden: (search.hide ?? []).filter((id) => document.table.columns.includes(id)),
  };
}

export function writeState(state: PageState, document: PageDocument): PageSearch {
  const begun = filtersOf(document);
  const changed = document.filters.filter(
    ({ id }) => JSON.stringify(own(state.filters, id)) !== JSON.stringify(own(begun, id)),
  );
  return {
    f: listOrNothing(changed.map(({ id }) => [id, ...wordsOf(own(state.filters, id))].join(mark))),
    sort: state.sort && `${state.sort.descending ? "-" : ""}${state.sort.column}`,
    page: state.page > 1 ? state.page : undefined,
    plot: state.plot,
    view: listOrNothing(Object.entries(state.views).map(([id, view]) => viewWords(id, view))),
    star: listOrNothing(state.starred),
    stars: state.onlyStarred ? "only" : undefined,
    hide: listOrNothing(state.hidden),
  };
}

const listOrNothing = (list: readonly string[]): string[] | undefined => (list.length > 0 ? [...list] : undefined);

/** Whether a filter is set to something: an empty list and a pair without bounds are nothing. */
export function isSet(value: FilterValue | undefined): value is FilterValue {
  if (value === undefined) return false;
  if (typeof value === "number") return Number.isFinite(value);
  if (Array.isArray(value)) return value.length > 0;
  const { low, high } = value as { low?: number; high?: number };
  return low !== undefined || high !== undefined;
}

function wordsOf(value: FilterValue | undefined): string[] {
  if (!isSet(value)) return [""];
  if (typeof value === "number") return [String(value)];
  if (Array.isArray(value)) return value.map(packed);
  const { low, high } = value as { low?: number; high?: number };
  return [`${low ?? ""}..${high ?? ""}`];
}

function readValue({ type }: Filter, parts: readonly string[]): FilterValue | undefined {
  const [first = ""] = parts;
  switch (type) {
    case "at_least":
    case "at_most":
      return numberOf(first);
    case "between":
    case "outside":
    case "slider":
      return boundsOf(first);
    default:
      return parts.some(Boolean) ? parts.filter(Boolean) : undefined;
  }
}

function numberOf(text: string): number | undefined {
  const value = text.trim() === "" ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : undefined;
}

function boundsOf(text: string): { low?: number; high?: number } | undefined {
  const [from = "", to = ""] = text.split("..");
  const [low, high] = [numberOf(from), numberOf(to)];
  if (low === undefined && high === undefined) return undefined;
  return { ...(low === undefined ? {} : { low }), ...(high === undefined ? {} : { high }) };
}

function sortOf(text: string | undefined): SortState | undefined {
  if (!text) return undefined;
  return { column: text.replace(/^-/, ""), descending: text.startsWith("-") };
}

const letters = { x: "x", y: "y", positions: "p", chromosomes: "c", categories: "k" } as const;

function viewWords(id: string, view: PlotView): string {
  const bounds = (["x", "y", "positions"] as const).flatMap((part) => {
    const at = view[part];
    return at ? [`${letters[part]}${at[0]}..${at[1]}`] : [];
  });
  const texts = (["chromosomes", "categories"] as const).flatMap((part) =>
    (view[part] ?? []).map((text) => `${letters[part]}${packed(text)}`),
  );
  return [id, ...bounds, ...texts].join(mark);
}

function viewsOf(words: readonly string[], document: PageDocument): PlotViews {
  const views = blank<PlotView>();
  for (const word of words) {
    const [id = "", ...parts] = word.split(mark);
    const plot = document.plots.find((one: Plot) => one.id === id);
    if (plot) views[id] = viewOf(parts);
  }
  return views;
}

function viewOf(parts: readonly string[]): PlotView {
  const view: { -readonly [Part in keyof PlotView]: PlotView[Part] } = {};
  const rest = (letter: string) => parts.filter((part) => part.startsWith(letter)).map((part) => part.slice(1));
  for (const part of ["x", "y", "positions"] as const) {
    const { low, high } = boundsOf(rest(letters[part])[0] ?? "") ?? {};
    if (low !== undefined && high !== undefined && low <= high) view[part] = [low, high] as Bounds;
  }
  for (const part of ["chromosomes", "categories"] as const) {
    const texts = rest(letters[part]).map(unpacked);
    if (texts.length > 0) view[part] = texts;
  }
  return view;
}

/** The state without the zoom of one plot. */
export function withoutView(state: PageState, plot: string): PageState {
  const { [plot]: _, ...views } = state.views;
  return { ...state, page: 1, views };
}
