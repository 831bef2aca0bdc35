import { blank, own } from "../own";
/** Formats, shown columns and filters of older configurations. */
import type { Filter, Format, PageDocument } from "./document";
import { freshId } from "./ids";
import type { Growing } from "./legacy-names";
import { isLoose, type Loose, listAt, numberAt, textAt, textsAt, truthAt } from "./legacy-read";
import { isMathFunction } from "./legacy-steps";

type Table = Pick<PageDocument, "formats" | "tips" | "table" | "groups" | "filters"> & {
  locus?: string;
  star?: string;
};

/** Keys next to the groups of a table. */
export const tableKeys: ReadonlySet<string> = new Set([
  "summary plot",
  "data convert",
  "column formatting",
  "top rows",
  "features",
  "tool tips",
  "locus",
  "star",
  "locus field",
  "star column",
  "rows per page",
  "initial sort by",
  "pre filters",
]);

export function importTable(to: Growing, format: Loose): Table {
  const groupNames = textsAt(format, "features");
  for (const key of Object.keys(format)) {
    if (!tableKeys.has(key) && !groupNames.includes(key)) to.note("table", `“${key}” cannot be carried over.`);
  }
  const shown = to.fields("table", textsAt(format, "top rows"), "The list of shown columns");
  const locus = to.field("table", textAt(format, "locus field") ?? textAt(format, "locus"), "The locus field");
  const star = to.field("table", textAt(format, "star column") ?? textAt(format, "star"), "The star column");
  const formats = importFormats(to, isLoose(format["column formatting"]) ? format["column formatting"] : {});
  const tips = importTips(to, isLoose(format["tool tips"]) ? format["tool tips"] : {});
  const groups = groupNames.flatMap((title, at) => {
    const columns = to.fields("table", textsAt(format, title), `The group “${title}”`);
    return columns.length === 0 ? [] : [{ id: `group_${at + 1}`, title: title.slice(0, 200), columns }];
  });
  const sort = isLoose(format["initial sort by"]) ? format["initial sort by"] : {};
  const sorted = to.field("table", textAt(sort, "field"), "The first order");
  const all = shown.length > 0 ? shown : to.columns.map(({ id }) => id);
  return {
    formats,
    tips,
    table: {
      columns: all,
      rows: rowsOf(numberAt(format, "rows per page")),
      ...(sorted === undefined ? {} : { sort: { column: sorted, descending: textAt(sort, "direction") === "desc" } }),
    },
    groups,
    filters: listAt(format, "pre filters")
      .filter(isLoose)
      .flatMap((one) => preFilter(to, one)),
    ...(locus === undefined ? {} : { locus }),
    ...(star === undefined ? {} : { star }),
  };
}

const rowsOf = (rows = 20) => ([10, 20, 50, 100] as const).find((most) => rows <= most) ?? 100;

function importTips(to: Growing, tips: Loose): PageDocument["tips"] {
  return Object.fromEntries(
    Object.keys(tips).flatMap((name) => {
      const id = to.field("table", name, "A tool tip");
      const text = textAt(tips, name);
      return id === undefined || text === undefined ? [] : [[id, text.slice(0, 2000)]];
    }),
  );
}

function importFormats(to: Growing, formatting: Loose): PageDocument["formats"] {
  const formats = blank<PageDocument["formats"][string]>();
  for (const [name, entry] of Object.entries(formatting)) {
    const id = to.field("format", name, "A format");
    if (id === undefined || !isLoose(entry)) continue;
    const types = typeof entry.type === "string" ? [entry.type] : textsAt(entry, "type");
    const found = types.flatMap((type) => {
      const one = formatOf(type, entry);
      if (!one) to.note("format", `The format “${type}” of “${name}” cannot be carried over.`);
      return one ?? [];
    });
    if (found.filter(isBar).length > 1)
      to.note("format", `Of the bars of “${name}” the first one is carried over: a cell has one.`);
    const first = found.findIndex(isBar);
    const kept = found.filter((one, at) => !isBar(one) || at === first);
    if (kept.length > 0) formats[id] = kept.slice(0, 10);
  }
  return formats;
}

const isBar = ({ type }: Format) => type === "bar";

function formatOf(type: string, entry: Loose): Format | undefined {
  // What was called “fixed 3” showed two decimals.
  const fixed = /^fixed (\d+)$/.exec(type)?.[1];
  if (fixed !== undefined) return { type: "decimals", digits: Math.min(15, Math.max(0, Number(fixed) - 1)) };
  const bar = (reverse: boolean): Format => ({
    type: "bar",
    reverse,
    empty: Math.round(Math.min(100, Math.max(0, numberAt(entry, "percent if empty") ?? 0))),
  });
  switch (type) {
    case "link":
      return {
        ...linkOf(entry),
        to: `${(textAt(entry, "link to") ?? "").replaceAll(/[{}]/g, encodeURIComponent)}{value}`,
      };
    case "as link":
      return { ...linkOf(entry), to: "{value}" };
    case "js math": {
      const name = textAt(entry, "method") ?? "";
      return isMathFunction(name) ? { type: "math", function: name } : undefined;
    }
    case "scientific notation":
      return { type: "scientific", digits: 2 };
    case "direction triangle":
      return { type: "direction" };
    case "direction triangle opposite":
      return { type: "direction", reverse: true };
    case "render background percent":
      return bar(false);
    case "render background percent negative":
      return bar(true);
    case "list":
      return { type: "list" };
    case "value in class":
    case "colorize":
      return { type: "chips" };
    case "shorten":
      return {
        type: "shorten",
        to: Math.min(1000, Math.max(1, Math.round(numberAt(entry, "shorten to") ?? 20))),
        from: textAt(entry, "shorten anchor") === "end" ? "end" : "start",
      };
    case "copy to clipboard":
      return { type: "copy" };
    default:
      return undefined;
  }
}

function linkOf(entry: Loose): Omit<Format & { type: "link" }, "to"> {
  const label = textAt(entry, "link label");
  return {
    type: "link",
    new_tab: truthAt(entry, "new tab", true),
    as: textAt(entry, "link type") === "button" ? "button" : "text",
    ...(label === undefined ? {} : { label: label.slice(0, 200) }),
  };
}

const types: Readonly<Record<string, Filter["type"]>> = {
  search: "contains",
  "search exact": "exact",
  "search greater than": "at_least",
  "search lower than": "at_most",
  // What the older builder made of an edited “lower than”.
  "search less than": "at_most",
  "search or": "outside",
  "search and": "between",
  dropdown: "choice",
  "dropdown word": "choice",
  checkbox: "checklist",
  slider: "slider",
  "search change direction": "at_most",
};

export function importFilters(to: Growing, filters: readonly unknown[]): Filter[] {
  const made: Filter[] = [];
  for (const one of filters.filter(isLoose)) {
    const filter = filterOf(
      to,
      one,
      made.map(({ id }) => id),
    );
    if (filter) made.push(filter);
  }
  return made;
}

function filterOf(to: Growing, one: Loose, taken: string[]): Filter | undefined {
  const label = (textAt(one, "label") ?? textAt(one, "field") ?? "Filter").slice(0, 200);
  const column = to.field("filter", textAt(one, "field"), `The filter “${label}”`);
  if (column === undefined) return undefined;
  const old = textAt(one, "type") ?? "";
  const type =
    textsAt(one, "features").includes("autocomplete") && old.startsWith("search") ? "suggest" : own(types, old);
  if (!type) {
    to.note("filter", `The type “${old}” of the filter “${label}” is not known.`);
    return undefined;
  }
  if (old === "search change direction")
    to.note("filter", `The filter “${label}” now requires an upper bound. Its direction cannot be changed.`);
  return { id: freshId(column, taken), column, label, name_in_chip: truthAt(one, "label in bubble"), type };
}

const hidden: Readonly<Record<string, Filter["type"]>> = {
  ...types,
  contains: "contains",
  search: "exact",
  "filter out": "without",
};

/** A filter that is never seen and always holds. */
function preFilter(to: Growing, one: Loose): Filter[] {
  const field = textAt(one, "field");
  const column = to.field("filter", field, "A hidden filter");
  const type = own(hidden, textAt(one, "type") ?? "");
  const preset = presetOf(type, one);
  if (column === undefined) return [];
  if (type === undefined || preset === undefined) {
    to.note("filter", `The hidden filter of “${field}” cannot be carried over.`);
    return [];
  }
  const id = freshId(`always_${column}`, to.hidden);
  to.hidden.push(id);
  return [{ id, column, label: field ?? "Filter", name_in_chip: false, hidden: true, type, preset } as Filter];
}

function presetOf(
  type: Filter["type"] | undefined,
  one: Loose,
): string[] | number | { low: number; high: number } | undefined {
  if (type === "at_least" || type === "at_most") return numberAt(one, "value");
  const texts = textsAt(one, "values");
  const value = textAt(one, "value");
  if (type !== "between" && type !== "outside" && type !== "slider")
    return texts.length > 0 ? texts : value === undefined ? undefined : [value];
  const [low, high] = (value ?? "").split(",").map(Number);
  return low !== undefined && high !== undefined && Number.isFinite(low + high) ? { low, high } : undefined;
}
