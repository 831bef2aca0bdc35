/**
 * A user's changes of a document. Each returns a new document that shares unchanged parts with the
 * old one, or the old one itself if nothing changes. So undo only keeps the old ones.
 */
import type { Column, Format, PageDocument, Step } from "./document";
import { columnIdsOf, freshId, freshTitleAmong, type Output, outputsOf, titledColumns } from "./ids";
import { type Path, references } from "./references";
import type { TableColumn, TableInfo } from "./table";

/** The ordered things of a document that have ids. */
export type ListName = "steps" | "filters" | "groups" | "plots";
export type ItemOf<L extends ListName> = PageDocument[L][number];

/**
 * Adds an item to a list, by default at the end. Columns of a new step are shown, each with a
 * unique title.
 */
export function addTo<L extends ListName>(
  document: PageDocument,
  list: L,
  item: ItemOf<L>,
  at: number = document[list].length,
): PageDocument {
  const items: readonly ItemOf<L>[] = document[list];
  const added = list === "steps" ? withOwnTitles(document, item as Step) : item;
  const changed = { ...document, [list]: [...items.slice(0, at), added, ...items.slice(at)] };
  return list === "steps" ? showNew(changed, added as Step) : changed;
}

/** The step with other outputs. */
const withOutputs = (step: Step, outputs: Output[]): Step =>
  step.type === "split" ? { ...step, outputs } : ({ ...step, output: outputs[0] } as Step);

function withOwnTitles(document: PageDocument, step: Step): Step {
  const known = columnIdsOf(document);
  const made = outputsOf(step);
  const named = made.map((one) => (known.has(one.id) ? one : { ...one, title: freshTitle(document, one.title) }));
  return made.every(({ title }, at) => title === named[at]?.title) ? step : withOutputs(step, named);
}

function showNew(document: PageDocument, step: Step): PageDocument {
  const shown = document.table.columns;
  const made = outputsOf(step).flatMap(({ id }) => (shown.includes(id) ? [] : [id]));
  return made.length === 0 ? document : showColumns(document, [...shown, ...made]);
}

/** Filters that are called as their columns were called before a change are called as those are now. */
function labelled(before: PageDocument, after: PageDocument): PageDocument {
  const filters = sharing(after.filters, (filter) => {
    const was = before.filters.find(({ id }) => id === filter.id);
    const follows = was !== undefined && filter.label === titleOf(before, was.column);
    const label = follows ? titleOf(after, filter.column) : filter.label;
    return label === filter.label ? filter : { ...filter, label };
  });
  return filters === after.filters ? after : { ...after, filters };
}

/** Puts another item in place of the one with its id. */
export function replaceIn<L extends ListName>(document: PageDocument, list: L, item: ItemOf<L>): PageDocument {
  const items: readonly ItemOf<L>[] = document[list];
  if (!items.some((one) => one.id === item.id && one !== item)) return document;
  return labelled(document, { ...document, [list]: items.map((one) => (one.id === item.id ? item : one)) });
}

/** Takes an item out. A step takes its columns along: see `removeStep`. */
export function removeFrom(document: PageDocument, list: Exclude<ListName, "steps">, id: string): PageDocument {
  const items: readonly { id: string }[] = document[list];
  const left = items.filter((item) => item.id !== id);
  return left.length === items.length ? document : { ...document, [list]: left };
}

/** Moves an item to a place of its list, counted without it. */
export function moveIn(document: PageDocument, list: ListName, id: string, to: number): PageDocument {
  const items: readonly { id: string }[] = document[list];
  const moved = movedTo(
    items,
    items.findIndex((item) => item.id === id),
    to,
  );
  return moved === items ? document : { ...document, [list]: moved };
}

function movedTo<T>(items: readonly T[], from: number, to: number): readonly T[] {
  const item = items[from];
  const at = Math.max(0, Math.min(to, items.length - 1));
  if (item === undefined || at === from) return items;
  const others = items.filter((_, place) => place !== from);
  return [...others.slice(0, at), item, ...others.slice(at)];
}

/** Inserts a copy of an item after it, with a new id. A copied step makes new columns. */
export function copyIn(document: PageDocument, list: ListName, id: string): PageDocument {
  const at = document[list].findIndex((item) => item.id === id);
  const item = document[list][at];
  if (!item) return document;
  const copy = {
    ...item,
    id: freshId(
      id,
      document[list].map((one) => one.id),
    ),
  };
  return addTo(document, list, list === "steps" ? withOwnOutputs(document, copy as Step) : copy, at + 1);
}

function withOwnOutputs(document: PageDocument, step: Step): Step {
  const taken = columnIdsOf(document);
  const own = outputsOf(step).map(({ id, title }) => {
    const made = freshId(id, taken);
    taken.add(made);
    return { id: made, title };
  });
  return withOutputs(step, own);
}

const freshTitle = (document: PageDocument, title: string): string =>
  freshTitleAmong(
    titledColumns(document).map((column) => column.title),
    title,
  );

/** Switches a step on or off. What it makes is missing while it is off, unless something else makes it. */
export function switchStep(document: PageDocument, id: string, on: boolean): PageDocument {
  const step = document.steps.find((one) => one.id === id);
  if (!step || on === !step.off) return document;
  const { off: _, ...kept } = step;
  return replaceIn(document, "steps", (on ? kept : { ...kept, off: true }) as Step);
}

/** Shows another column of the table: it is the last of those shown. */
export function addColumn(document: PageDocument, column: Column): PageDocument {
  if (columnIdsOf(document).has(column.id)) return document;
  const columns = [...document.columns, { ...column, title: freshTitle(document, column.title) }];
  return showColumns({ ...document, columns }, [...document.table.columns, column.id]);
}

/** Why a column cannot have a title, as a sentence; undefined when it can. Its own title is right. */
export function titleFault(document: PageDocument, id: string, title: string): string | undefined {
  if (title.trim() === "") return "A column needs a name.";
  if (title.length > 200) return "A name has at most 200 characters.";
  const other = titledColumns(document).find((column) => column.id !== id && column.title === title.trim());
  return other && `Another column is called “${other.title}” already.`;
}

/** Changes the title of a column; other parts refer to its id, so nothing breaks. */
export function renameColumn(document: PageDocument, id: string, title: string): PageDocument {
  const columns = sharing(document.columns, (one) => (one.id === id && one.title !== title ? { ...one, title } : one));
  const renamed = <T extends { id: string; title: string }>(output: T) =>
    output.id === id && output.title !== title ? { ...output, title } : output;
  const steps = sharing(document.steps, (step): Step => {
    if (step.type === "split") {
      const outputs = sharing(step.outputs, renamed);
      return outputs === step.outputs ? step : { ...step, outputs };
    }
    const output = renamed(step.output);
    return output === step.output ? step : { ...step, output };
  });
  if (columns === document.columns && steps === document.steps) return document;
  return labelled(document, { ...document, columns, steps });
}

function sharing<T>(items: T[], change: (item: T) => T): T[] {
  const changed = items.map(change);
  return changed.every((item, at) => item === items[at]) ? items : changed;
}

/** Type or role of a column of the table; undefined takes the role away. */
export function setColumn(
  document: PageDocument,
  id: string,
  set: { type: Column["type"] } | { role: Column["role"] | undefined },
): PageDocument {
  const columns = sharing(document.columns, (one) => {
    if (one.id !== id) return one;
    if ("type" in set) return { ...one, type: set.type };
    const { role: _, ...others } = one;
    return set.role ? { ...others, role: set.role } : others;
  });
  return columns === document.columns ? document : { ...document, columns };
}

/**
 * Replaces a column of the page with another one of the table: it gets that one's type, and its role
 * unless it has a role already.
 */
export function takeColumn(document: PageDocument, id: string, { source, type, role }: TableColumn): PageDocument {
  const columns = sharing(document.columns, (one) => {
    const meant = one.role ?? role;
    return one.id === id ? { ...one, source, type, ...(meant && { role: meant }) } : one;
  });
  return columns === document.columns ? document : { ...document, columns };
}

/** Takes each column for what the table holds. A page is made while only the first rows are known; a letter far below makes a column text. */
export function settleTypes(document: PageDocument, table: TableInfo): PageDocument {
  const types = new Map(table.columns.map(({ source, type }) => [source, type]));
  const columns = sharing(document.columns, (one) => {
    const type = types.get(one.source) ?? one.type;
    return type === one.type ? one : { ...one, type };
  });
  return columns === document.columns ? document : { ...document, columns };
}

/** The columns shown, in order. */
export function showColumns(document: PageDocument, columns: string[]): PageDocument {
  return { ...document, table: { ...document.table, columns } };
}

/** Formats of a column, none with an empty list. */
export function setFormats(document: PageDocument, id: string, formats: Format[]): PageDocument {
  const { [id]: _, ...others } = document.formats;
  return { ...document, formats: formats.length === 0 ? others : { ...document.formats, [id]: formats } };
}

/** Sets the description of a column, none for a blank text. */
export function setTip(document: PageDocument, id: string, tip: string): PageDocument {
  const { [id]: _, ...others } = document.tips;
  return { ...document, tips: tip.trim() === "" ? others : { ...document.tips, [id]: tip } };
}

/** Something that lacks a column once it is gone. */
export interface Break {
  path: Path;
  what: "step" | "filter" | "plot" | "comparison" | "link";
  /** What it is called. */
  name: string;
  /** Id of the column. */
  column: string;
}

/** What would lack columns if they were gone. Places that only list a column lose it, and nothing breaks. */
export function breaksOf(document: PageDocument, ids: readonly string[]): Break[] {
  const gone = new Set(ids);
  const found = references(document).flatMap(({ path, id }) =>
    gone.has(id) ? (breakAt(document, path, id) ?? []) : [],
  );
  const key = ({ path, column }: Break) => `${path.slice(0, 2).join("/")} ${column}`;
  return found.filter((one, at) => found.findIndex((other) => key(other) === key(one)) === at);
}

function breakAt(document: PageDocument, path: Path, column: string): Break | undefined {
  const [part, at] = path;
  const place = Number(at);
  const of = (what: Break["what"], name: string) => ({ path, what, name, column });
  const step = part === "steps" ? document.steps[place] : undefined;
  if (step)
    return of(
      "step",
      outputsOf(step)
        .map(({ title }) => title)
        .join(", "),
    );
  const filter = part === "filters" ? document.filters[place] : undefined;
  if (filter) return of("filter", filter.label);
  const plot = part === "plots" && path[2] !== "hover" ? document.plots[place] : undefined;
  if (plot) return of("plot", plot.title);
  if (part === "comparison") return of("comparison", "Comparison");
  const inLink = part === "formats" && path.length > 2 && at !== column;
  return inLink ? of("link", titleOf(document, String(at))) : undefined;
}

/** The title of a column, its id when nothing makes it. */
export const titleOf = (document: PageDocument, id: string): string =>
  titledColumns(document).find((column) => column.id === id)?.title ?? id;

/**
 * Removes a column of the table from the page, and from every place that only lists it. Parts that
 * need it stay, and report that it is missing.
 */
export function removeColumn(document: PageDocument, id: string): { document: PageDocument; breaks: Break[] } {
  const left = { ...document, columns: document.columns.filter((column) => column.id !== id) };
  return withoutMade(left, [id]);
}

/** Takes a step out, with the columns that it alone makes. */
export function removeStep(document: PageDocument, id: string): { document: PageDocument; breaks: Break[] } {
  const step = document.steps.find((one) => one.id === id);
  if (!step) return { document, breaks: [] };
  const left = { ...document, steps: document.steps.filter((one) => one !== step) };
  return withoutMade(
    left,
    outputsOf(step).map((output) => output.id),
  );
}

/** Without what names ids that nothing makes any more. */
function withoutMade(document: PageDocument, ids: string[]): { document: PageDocument; breaks: Break[] } {
  const made = columnIdsOf(document);
  const gone = new Set(ids.filter((id) => !made.has(id)));
  if (gone.size === 0) return { document, breaks: [] };
  const breaks = breaksOf(document, [...gone]);
  return { document: unlist(document, gone), breaks };
}

function unlist(document: PageDocument, gone: ReadonlySet<string>): PageDocument {
  const stays = (id: string) => !gone.has(id);
  const { sort, ...table } = document.table;
  const { locus, star, ...rest } = document;
  const groups = document.groups.map((group) => ({ ...group, columns: group.columns.filter(stays) }));
  return {
    ...rest,
    formats: Object.fromEntries(Object.entries(document.formats).filter(([id]) => stays(id))),
    tips: Object.fromEntries(Object.entries(document.tips).filter(([id]) => stays(id))),
    table: { ...table, columns: table.columns.filter(stays), ...(sort && stays(sort.column) ? { sort } : {}) },
    groups: groups.filter(({ columns }) => columns.length > 0),
    ...(locus !== undefined && stays(locus) ? { locus } : {}),
    ...(star !== undefined && stays(star) ? { star } : {}),
    plots: sharing(document.plots, (plot) =>
      plot.hover?.some((id) => gone.has(id)) ? { ...plot, hover: plot.hover.filter(stays) } : plot,
    ),
  };
}
