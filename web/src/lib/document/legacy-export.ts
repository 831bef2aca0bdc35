/** A document as the three texts of older programs, as far as they have equivalents. */
import type { PageDocument, Step } from "./document";
import { outputsOf } from "./ids";
import { plotOf } from "./legacy-export-plots";
import { conversionOf } from "./legacy-export-steps";
import { filterOf, formatsOf, preFilterOf } from "./legacy-export-table";
import type { Loose, Note } from "./legacy-read";
import { Saying } from "./legacy-saying";
import { tableKeys } from "./legacy-table";

export interface LegacyTexts {
  table: string;
  filters: string;
  plots: string;
}

export function exportLegacy(document: PageDocument): { texts: LegacyTexts; notes: Note[] } {
  const to = new Saying();
  sayColumns(to, document);
  for (const step of document.steps) if (!step.off) sayStep(to, step);
  const filters = document.filters.flatMap((filter) => (filter.hidden ? [] : (filterOf(to, filter) ?? [])));
  const plots = document.plots.flatMap((plot) => plotOf(to, plot) ?? []);
  // Plots may have needed additional conversions.
  const table = tableOf(to, document);
  const several = { "wrapper type": document.layout === "tabs" ? "tabs" : "divs", visualizers: plots };
  const texts = {
    table: JSON.stringify(table, undefined, 2),
    filters: JSON.stringify(filters, undefined, 2),
    plots: JSON.stringify(plots.length > 1 ? several : (plots[0] ?? {}), undefined, 2),
  };
  if (document.comparison) to.note("table", "The comparison has no older form.");
  return { texts, notes: to.notes };
}

function sayColumns(to: Saying, { columns, steps }: PageDocument) {
  for (const { id, source, title } of columns) {
    to.sources.set(id, source);
    const first = steps.find((step) => !step.off && outputsOf(step).some((output) => output.id === id));
    const inPlace = first && first.type !== "split" && singleOf(first) === id;
    if (inPlace) to.names.set(id, title);
    else to.conversions.push({ type: "raw", "field name": to.name(id, title), "raw field": source, converted: false });
  }
}

const singleOf = (step: Step): string | undefined => ("input" in step ? step.input : undefined);

function sayStep(to: Saying, step: Step) {
  const said = conversionOf(to, step);
  if (!said) {
    for (const { id, title } of outputsOf(step)) {
      to.note("conversion", `The step that makes “${title}” has no older form.`);
      to.names.delete(id);
    }
    return;
  }
  if (step.type === "split") {
    to.conversions.push({
      ...said,
      "field name": step.outputs.map(({ id, title }) => to.name(id, title)),
      "create new": true,
    });
    return;
  }
  const inPlace = singleOf(step) === step.output.id;
  to.conversions.push({ ...said, "field name": to.name(step.output.id, step.output.title), "create new": !inPlace });
}

function named<T>(to: Saying, entries: Record<string, T>): [string, T][] {
  return Object.entries(entries).flatMap(([id, value]): [string, T][] => {
    const name = to.names.get(id);
    return name === undefined ? [] : [[name, value]];
  });
}

function tableOf(to: Saying, document: PageDocument): Loose {
  const formats = named(to, document.formats).map(([name, of]) => [name, formatsOf(to, name, of)]);
  const [locus, star] = [document.locus, document.star].map((id) => (id === undefined ? undefined : to.names.get(id)));
  const sort = document.table.sort && to.names.get(document.table.sort.column);
  const groups = document.groups.filter(({ title }, at) => {
    const isTaken = tableKeys.has(title) || document.groups.findIndex((group) => group.title === title) < at;
    if (isTaken) to.note("table", `The group “${title}” has no older form: its name is taken there.`);
    return !isTaken;
  });
  return {
    "data convert": to.conversions,
    "top rows": to.list(document.table.columns),
    "column formatting": Object.fromEntries(formats),
    "tool tips": Object.fromEntries(named(to, document.tips)),
    features: groups.map(({ title }) => title),
    ...Object.fromEntries(groups.map(({ title, columns }) => [title, to.list(columns)])),
    ...(locus === undefined ? {} : { "locus field": locus }),
    ...(star === undefined ? {} : { "star column": star }),
    ...(sort === undefined
      ? {}
      : { "initial sort by": { field: sort, direction: document.table.sort?.descending ? "desc" : "asc" } }),
    "rows per page": document.table.rows,
    "pre filters": document.filters.flatMap((filter) => (filter.hidden ? (preFilterOf(to, filter) ?? []) : [])),
  };
}
