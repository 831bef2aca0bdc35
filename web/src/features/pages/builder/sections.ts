/** The steps of the builder, each with its state. Pure; no DOM. */
import type { Table } from "@/api/pages/tables";
import type { PageDocument } from "@/lib/document/document";
import { outputsOf } from "@/lib/document/ids";
import { formatCount, plural } from "@/lib/format/format";
import { formatKinds } from "./kinds/formats";
import { plotKinds } from "./kinds/plots";
import { errorsOf, type Problems, sectionOf } from "./problems";
import type { SectionName } from "./tabs";

export interface Section {
  name: SectionName;
  title: string;
  /** The content in a few words. */
  line: string;
  /** Something is there. */
  filled: boolean;
  errors: number;
}

const sectionTitles: Record<SectionName, string> = {
  source: "Source",
  columns: "Columns",
  convert: "Convert",
  format: "Format",
  filters: "Filters",
  groups: "Groups and tips",
  plots: "Plots",
};

const some = (names: readonly string[], none: string) => names.filter(Boolean).join(" · ") || none;

type Lines = Record<SectionName, [filled: boolean, line: string]>;

function linesOf(document: PageDocument, table: Table): Lines {
  const { columns, steps, formats, filters, groups, tips, locus, star, plots } = document;
  const titles = new Map(columns.map(({ id, title }) => [id, title]));
  for (const step of steps) for (const { id, title } of outputsOf(step)) titles.set(id, title);
  const shown = document.table.columns.filter((id) => titles.has(id));
  const formatted = Object.entries(formats).map(
    ([id, [first]]) => `${titles.get(id) ?? id} ${first ? formatKinds[first.type].label.toLowerCase() : ""}`,
  );
  const made = steps.filter(({ off }) => !off).flatMap((step) => outputsOf(step).map(({ title }) => title));
  const tipped = Object.keys(tips).length;
  const marks = [locus && "locus", star && "star", tipped > 0 && plural(tipped, "tip")].filter(Boolean) as string[];
  return {
    source: [true, `${formatCount(table.rows)} rows, ${plural(table.columns.length, "column")}`],
    columns: [shown.length > 0, `${formatCount(shown.length)} of ${formatCount(titles.size)} shown`],
    convert: [steps.length > 0, some(made, "Calculate, join, split, score")],
    format: [formatted.length > 0, some(formatted, "Decimals, links, bars")],
    filters: [
      filters.length > 0,
      some(
        filters.map(({ label }) => label),
        "Filters for readers",
      ),
    ],
    groups: [
      groups.length + marks.length > 0,
      some([...groups.map(({ title }) => title), ...marks], "Details of a row"),
    ],
    plots: [
      plots.length > 0,
      some(
        plots.map(({ title, type }) => title || plotKinds[type].label),
        "None yet",
      ),
    ],
  };
}

export function sectionsOf(document: PageDocument, table: Table, problems: Problems): Section[] {
  const errors = errorsOf(problems);
  return Object.entries(linesOf(document, table)).map(([key, [filled, line]]) => {
    const name = key as SectionName;
    const wrong = errors.filter(({ path }) => sectionOf(path) === name).length;
    return { name, title: sectionTitles[name], line, filled, errors: wrong };
  });
}
