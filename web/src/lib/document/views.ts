/**
 * The zoom of a plot is a filter too: zooming into a plot also filters the table. These filters are
 * not part of a document; each plot has them, and they apply if the page's state contains them.
 */

import type { FilterState } from "../engine/questions";
import { blank, own } from "../own";
import type { Filter, PageDocument, Plot } from "./document";

export type Bounds = readonly [low: number, high: number];

/** The part of a plot that is in view, in the units of its axes; of a genome, where on it. */
export interface PlotView {
  readonly x?: Bounds;
  readonly y?: Bounds;
  /** Chromosomes as the table writes them; with several, positions are not looked at. */
  readonly chromosomes?: readonly string[];
  /** Positions on the one chromosome. */
  readonly positions?: Bounds;
  /** The values of the plot's category that were chosen. */
  readonly categories?: readonly string[];
}

/** By the id of the plot. */
export type PlotViews = Readonly<Record<string, PlotView>>;

/** No id of a document has a colon. */
const idOf = (plot: string, part: keyof PlotView): string => `view:${plot}:${part}`;

const asked = { label: "In view", name_in_chip: false, hidden: false } as const;

const between = (plot: string, part: keyof PlotView, column: string): Filter => ({
  ...asked,
  id: idOf(plot, part),
  column,
  type: "between",
});

const exact = (plot: string, part: keyof PlotView, column: string): Filter => ({
  ...asked,
  id: idOf(plot, part),
  column,
  type: "exact",
});

function filtersOfPlot(plot: Plot): Filter[] {
  const { id } = plot;
  switch (plot.type) {
    case "manhattan":
    case "region":
      return [exact(id, "chromosomes", plot.place.chromosome), between(id, "positions", plot.place.position)];
    case "volcano":
      return [between(id, "x", plot.x.column), between(id, "y", plot.y.column)];
    case "scatter":
      return [between(id, "x", plot.x.column), between(id, "y", plot.y.column)];
    case "histogram":
      return [between(id, "x", plot.value.column)];
    case "bar":
    case "box":
      return [exact(id, "categories", plot.category.column)];
    case "phewas":
      return [exact(id, "categories", plot.group)];
    default:
      return [];
  }
}

/** The document with a filter for each part of a plot that can be in view. */
export function withViews(document: PageDocument): PageDocument {
  return { ...document, filters: [...document.filters, ...document.plots.flatMap(filtersOfPlot)] };
}

/** What the views ask of the rows, but for those of one plot: a plot is not narrowed by its own view. */
export function viewFilters(document: PageDocument, views: PlotViews, except?: string): FilterState {
  const state = blank<FilterState[string]>();
  for (const plot of document.plots) {
    const view = own(views, plot.id);
    if (!view || plot.id === except) continue;
    const parts = new Set(filtersOfPlot(plot).map(({ id }) => id));
    const put = (part: keyof PlotView, value: FilterState[string]) => {
      const id = idOf(plot.id, part);
      if (parts.has(id)) state[id] = value;
    };
    if (view.x) put("x", { low: view.x[0], high: view.x[1] });
    if (view.y) put("y", strengthBounds(plot, view.y));
    if (view.chromosomes) put("chromosomes", view.chromosomes);
    if (view.positions) put("positions", { low: view.positions[0], high: view.positions[1] });
    if (view.categories) put("categories", view.categories);
  }
  return state;
}

/** Bounds of an axis as those of its column: an axis of −log10 P over a column of P turns them round. */
function strengthBounds(plot: Plot, [low, high]: Bounds): { low?: number; high?: number } {
  if (plot.type !== "volcano" || plot.y.is !== "p") return { low, high };
  return { low: 10 ** -high, high: low <= 0 ? 1 : 10 ** -low };
}
