/** Configurations of older programs: three texts, or one record with all of them. */
import { own } from "../own";
import { placesOf } from "../text/json-places";
import type { PageDocument } from "./document";
import { importSummary } from "./legacy-charts";
import { Growing } from "./legacy-names";
import { importBuild, importPlots } from "./legacy-plots";
import { isLoose, type Loose, type Note, textAt } from "./legacy-read";
import { importConversions } from "./legacy-steps";
import { importFilters, importTable } from "./legacy-table";
import { blankDocument, columnsOf } from "./start";
import type { TableInfo } from "./table";

export { exportLegacy } from "./legacy-export";
export type { Note } from "./legacy-read";

interface Parts {
  table: Loose;
  filters: unknown[];
  plots: Loose;
  title?: string;
  about?: string;
}

const record = { table: "field_data_table_format", filters: "field_filters", plots: "field_visualizer_configuration" };

/**
 * The document made from older texts for a table, and the parts that could not be converted. It
 * never throws.
 */
export function importLegacy(texts: readonly string[], table: TableInfo): { document: PageDocument; notes: Note[] } {
  const to = new Growing(table);
  const parts: Parts = { table: {}, filters: [], plots: {} };
  for (const text of texts) if (text.trim() !== "") take(parts, parsed(text, "One of the texts", to), to);
  const conversions = parts.table["data convert"];
  if (Array.isArray(conversions) && conversions.length > 0) importConversions(to, conversions);
  else for (const { source } of columnsOf(table)) to.column(source, source);
  const shown = importTable(to, parts.table);
  const filters = [...shown.filters, ...importFilters(to, parts.filters)];
  const shownPlots = importPlots(to, parts.plots);
  const plots = [...shownPlots, ...importSummary(to, parts.table, shownPlots.length)];
  const build = importBuild(to, parts.plots);
  const document: PageDocument = {
    ...blankDocument(table),
    ...shown,
    ...(build && { genome_build: build }),
    title: (parts.title ?? "").slice(0, 200),
    about: (parts.about ?? "").slice(0, 20_000),
    columns: to.columns.slice(0, 500),
    steps: to.steps.slice(0, 200),
    filters: filters.slice(0, 100),
    plots: plots.slice(0, 50),
    layout: textAt(parts.plots, "wrapper type") === "divs" ? "stacked" : "tabs",
  };
  return { document, notes: to.notes };
}

/** What keeps a text from being JSON, with its place; undefined where nothing does. */
export function faultOf(text: string): string | undefined {
  const read = placesOf(text);
  return "fault" in read ? `Line ${read.fault.line}, column ${read.fault.column}: ${read.fault.text}` : undefined;
}

function parsed(text: string, name: string, to: Growing): unknown {
  const fault = faultOf(text);
  if (fault === undefined) return JSON.parse(text);
  to.note("text", `${name} cannot be read. ${fault}`);
  return undefined;
}

/** A list is filters, an object with a type or several plots is plots, a record has all; `{}` is nothing, anything else the table. */
function take(parts: Parts, value: unknown, to: Growing) {
  if (Array.isArray(value)) parts.filters = value;
  else if (!isLoose(value)) return;
  else if (Object.keys(value).some((key) => key.startsWith("field_"))) takeRecord(parts, value, to);
  else if (typeof value.type === "string" || Array.isArray(value.visualizers)) parts.plots = value;
  else if (Object.keys(value).length > 0) parts.table = value;
}

/** Its parts may be texts themselves. */
function takeRecord(parts: Parts, value: Loose, to: Growing) {
  const part = (key: string) => {
    const of = own(value, key);
    return typeof of === "string" && of !== "" ? parsed(of, `“${key}”`, to) : of;
  };
  const [table, filters, plots] = [part(record.table), part(record.filters), part(record.plots)];
  if (isLoose(table)) parts.table = table;
  if (Array.isArray(filters)) parts.filters = filters;
  if (isLoose(plots)) parts.plots = plots;
  const [title, about] = [textAt(value, "title"), textAt(value, "body")];
  if (title !== undefined) parts.title = title;
  if (about !== undefined) parts.about = about;
  for (const key of Object.keys(value)) {
    if (!Object.values(record).includes(key) && key !== "title" && key !== "body")
      to.note("text", `“${key}” cannot be carried over.`);
  }
}
