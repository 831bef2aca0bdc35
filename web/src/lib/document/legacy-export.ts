/** A document as the three texts of older programs, as far as they can say it. */
import type { Filter, Format, PageDocument, Plot, Step } from "./document";
import { outputsOf } from "./ids";
import type { Loose, Note } from "./legacy-read";

export interface LegacyTexts {
  table: string;
  filters: string;
  plots: string;
}

/** The names that the texts know their columns by, and what was left out. */
class Saying {
  readonly conversions: Loose[] = [];
  readonly notes: Note[] = [];
  readonly names = new Map<string, string>();
  /** By the id of a column: what conversions call it. */
  readonly sources = new Map<string, string>();

  note(part: Note["part"], sentence: string) {
    this.notes.push({ part, sentence });
  }

  /** A name that no other column has. */
  name(id: string, title: string): string {
    const taken = new Set([...this.names].flatMap(([other, name]) => (other === id ? [] : [name])));
    let name = title;
    for (let n = 2; taken.has(name); n += 1) name = `${title} ${n}`;
    this.names.set(id, name);
    return name;
  }

  source(id: string): string | undefined {
    return this.sources.get(id) ?? this.names.get(id);
  }

  list(ids: readonly string[]): string[] {
    return ids.flatMap((id) => this.names.get(id) ?? []);
  }
}

export function exportLegacy(document: PageDocument): { texts: LegacyTexts; notes: Note[] } {
  const to = new Saying();
  sayColumns(to, document);
  for (const step of document.steps) if (!step.off) sayStep(to, step);
  const filters = document.filters.flatMap((filter) => (filter.hidden ? [] : (filterOf(to, filter) ?? [])));
  const plots = document.plots.flatMap((plot) => plotOf(to, plot) ?? []);
  // Plots may have needed conversions of their own.
  const table = tableOf(to, document);
  const several = { "wrapper type": document.layout === "tabs" ? "tabs" : "divs", visualizers: plots };
  const texts = {
    table: JSON.stringify(table, undefined, 2),
    filters: JSON.stringify(filters, undefined, 2),
    plots: JSON.stringify(plots.length > 1 ? several : (plots[0] ?? {}), undefined, 2),
  };
  if (document.comparison) to.note("table", "The comparison cannot be said.");
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
      to.note("conversion", `The step that makes “${title}” cannot be said.`);
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

function conversionOf(to: Saying, step: Step): Loose | undefined {
  const raw = "input" in step ? to.source(step.input) : undefined;
  const single = (type: string, more: Loose = {}) =>
    raw === undefined ? undefined : { type, "raw field": raw, ...more };
  switch (step.type) {
    case "join": {
      const inputs = step.inputs.flatMap((id) => to.source(id) ?? []);
      if (inputs.length < step.inputs.length || step.missing === "skip") return undefined;
      const [by] = step.by;
      return inputs.length === 2
        ? { type: "join", "fields to join": inputs, "join by": by ?? "" }
        : { type: "join multi", "fields to join": inputs, "join by": step.by };
    }
    case "split":
      return raw === undefined ? undefined : { type: "split", "field to split": raw, "split by": step.by };
    case "neglog10":
      return step.zero === "missing" ? single("calculate", { "calculation type": "-log10" }) : undefined;
    case "list_to_text":
      return single("array to string", { "separate by": step.by });
    case "text_to_list":
      return single("string to array", {
        "separate by": step.by,
        ...(step.take === undefined ? {} : { "take index": step.take - 1 }),
      });
    case "replace":
      return single("replace characters", { replace: step.pairs });
    case "math":
      return single("js math", { method: step.function });
    case "to_number":
      return step.decimal === "." ? single("string to number") : undefined;
    case "to_text":
      return single("boolean to string");
    case "map":
      return step.other === "keep"
        ? single("map name", { map: Object.fromEntries(step.pairs.map(({ from, to: name }) => [from, name])) })
        : undefined;
    case "score":
      return scoreOf(to, step);
    case "locus":
      return locusOf(to, step);
    default:
      return undefined;
  }
}

function scoreOf(to: Saying, step: Step & { type: "score" }): Loose | undefined {
  const scores = step.scores.map(({ column, yes, no }) => ({ name: to.source(column), yes, no }));
  if (step.as !== "mean" || step.missing !== "no" || scores.some(({ name }) => name === undefined)) return undefined;
  const by = scores.map(({ name, yes, no }) => [name, { type: "boolean", "value to score": { yes, no } }]);
  return {
    type: "score columns",
    "fields to score": scores.map(({ name }) => name),
    "score by": Object.fromEntries(by),
  };
}

function locusOf(to: Saying, { chromosome, position, end }: Step & { type: "locus" }): Loose | undefined {
  const [name, start, stop] = [chromosome, position, end].map((id) => (id === undefined ? undefined : to.source(id)));
  if (name === undefined || start === undefined) return undefined;
  return { type: "get locus", chromosome: name, start, ...(stop === undefined ? {} : { end: stop }) };
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
  return {
    "data convert": to.conversions,
    "top rows": to.list(document.table.columns),
    "column formatting": Object.fromEntries(formats),
    "tool tips": Object.fromEntries(named(to, document.tips)),
    features: document.groups.map(({ title }) => title),
    ...Object.fromEntries(document.groups.map(({ title, columns }) => [title, to.list(columns)])),
    ...(locus === undefined ? {} : { "locus field": locus }),
    ...(star === undefined ? {} : { "star column": star }),
    ...(sort === undefined
      ? {}
      : { "initial sort by": { field: sort, direction: document.table.sort?.descending ? "desc" : "asc" } }),
    "rows per page": document.table.rows,
    "pre filters": document.filters.flatMap((filter) => (filter.hidden ? (preFilterOf(to, filter) ?? []) : [])),
  };
}

function formatsOf(to: Saying, name: string, formats: readonly Format[]): Loose {
  const entry: Loose & { type: string[] } = { type: [] };
  for (const format of formats) {
    const said = formatOf(format, entry);
    if (said === undefined) to.note("format", `A format of “${name}” cannot be said.`);
    else entry.type.push(said);
  }
  return entry;
}

function formatOf(format: Format, entry: Loose): string | undefined {
  switch (format.type) {
    case "link":
      return linkOf(format, entry);
    case "math":
      entry.method = format.function;
      return "js math";
    case "scientific":
      return format.digits === 2 ? "scientific notation" : undefined;
    case "decimals":
      return `fixed ${format.digits + 1}`;
    case "direction":
      return format.reverse ? "direction triangle opposite" : "direction triangle";
    case "bar":
      entry["percent if empty"] = format.empty;
      return format.reverse ? "render background percent negative" : "render background percent";
    case "list":
      return "list";
    case "chips":
      return "value in class";
    case "shorten":
      Object.assign(entry, { "shorten to": format.to, "shorten anchor": format.from });
      return "shorten";
    case "copy":
      return "copy to clipboard";
  }
}

/** The older form puts the value behind the address. */
function linkOf({ to, new_tab, as, label }: Format & { type: "link" }, entry: Loose): string | undefined {
  const prefix = to.endsWith("{value}") ? to.slice(0, -"{value}".length) : undefined;
  if (prefix === undefined || prefix.includes("{")) return undefined;
  Object.assign(
    entry,
    { "new tab": String(new_tab) },
    as === "button" ? { "link type": "button" } : {},
    label ? { "link label": label } : {},
  );
  if (prefix === "") return "as link";
  entry["link to"] = prefix;
  return "link";
}

const types: Partial<Record<Filter["type"], string>> = {
  contains: "search",
  exact: "search exact",
  at_least: "search greater than",
  at_most: "search lower than",
  outside: "search or",
  between: "search and",
  choice: "dropdown",
  checklist: "checkbox",
  slider: "slider",
  suggest: "search",
};

function filterOf(to: Saying, { column, label, type, name_in_chip, preset }: Filter): Loose | undefined {
  const [field, said] = [to.names.get(column), types[type]];
  if (field === undefined || said === undefined) {
    to.note("filter", `The filter “${label}” cannot be said.`);
    return undefined;
  }
  if (preset !== undefined) to.note("filter", `What the filter “${label}” begins with cannot be said.`);
  const more = type === "suggest" ? { features: ["autocomplete"] } : {};
  return { field, label, type: said, "label in bubble": String(name_in_chip), ...more };
}

function preFilterOf(to: Saying, { column, label, type, preset }: Filter): Loose | undefined {
  const field = to.names.get(column);
  const said = { ...types, contains: "contains", exact: "search", without: "filter out" }[type];
  if (field === undefined || said === undefined || preset === undefined) {
    to.note("filter", `The hidden filter “${label}” cannot be said.`);
    return undefined;
  }
  if (Array.isArray(preset)) return { field, type: said, values: preset };
  return { field, type: said, value: typeof preset === "number" ? preset : `${preset.low},${preset.high}` };
}

function plotOf(to: Saying, plot: Plot): Loose | undefined {
  const said = sayPlot(to, plot);
  if (!said) {
    to.note("plot", `The plot “${plot.title}” cannot be said.`);
    return undefined;
  }
  const height = plot.height === undefined ? {} : { height: plot.height };
  return { ...said, ...height, label: plot.title, "hover content": to.list(plot.hover ?? []) };
}

function sayPlot(to: Saying, plot: Plot): Loose | undefined {
  switch (plot.type) {
    case "manhattan": {
      const [x, y] = [locusName(to, plot.place), strengthName(to, plot.y)];
      if (x === undefined || y === undefined) return undefined;
      return {
        type: "manhattan bitmap plot",
        "x axis field": x,
        "x axis label": "Chromosome",
        "y axis field": y,
        "y axis label": plot.y.label,
        ...renderBy(to, plot.name),
      };
    }
    case "volcano": {
      const [x, y] = [to.names.get(plot.x.column), strengthName(to, plot.y)];
      if (x === undefined || y === undefined) return undefined;
      return {
        type: "volcano plot",
        "x axis field": x,
        "x axis label": plot.x.label,
        "y axis field": y,
        "y axis label": plot.y.label,
        ...renderBy(to, plot.name),
        "x condition": conditionOf(plot.x_condition),
        "y condition": conditionOf(plot.y_condition),
        "dot label score": plot.label_at,
        // Without them the older program draws nothing.
        width: 800,
        height: 400,
        "on hover": [],
      };
    }
    case "phewas": {
      const [y, group] = [to.names.get(plot.y.column), to.names.get(plot.group)];
      if (y === undefined || group === undefined) return undefined;
      const isP = plot.y.is === "p";
      return {
        type: "phewas plot",
        "y axis field": y,
        "y axis label": plot.y.label,
        "convert y -log10": String(isP),
        "group by": group,
        ...renderBy(to, plot.name),
        ...(plot.beta === undefined ? {} : { "beta field": to.names.get(plot.beta) }),
        thresholds: plot.thresholds.map((threshold) => (isP ? threshold : -Math.log10(threshold))),
        height: 400,
      };
    }
    case "heatmap":
      return sayHeatmap(to, plot);
    default:
      return undefined;
  }
}

const renderBy = (to: Saying, id: string | undefined): Loose => {
  const name = id === undefined ? undefined : to.names.get(id);
  return name === undefined ? {} : { "render by": name };
};

function conditionOf({ above, below, join }: Extract<Plot, { type: "volcano" }>["x_condition"]): Loose {
  if (above !== undefined && below !== undefined)
    return { combination: join === "both" ? "and" : "or", "greater than": above, "lower than": below };
  return below === undefined
    ? { combination: "greater than", ...(above === undefined ? {} : { "greater than": above }) }
    : { combination: "lower than", "lower than": below };
}

function sayHeatmap(to: Saying, { column, row, value, circle }: Plot & { type: "heatmap" }): Loose | undefined {
  const [x, y, main] = [column, row, value].map((axis) => to.names.get(axis.column));
  if (x === undefined || y === undefined || main === undefined) return undefined;
  const direction = (reverse: boolean) => (reverse ? "negative" : "positive");
  const sub = circle && to.names.get(circle.column);
  if (!sub) to.note("plot", "A heat map without circles stops the older program: give it a circle there.");
  const { label, low, middle, high } = value;
  return {
    type: "heat map",
    "column field": x,
    "column label": column.label,
    "row field": y,
    "row label": row.label,
    "font size": 12,
    main: { field: main, label, type: "scale", direction: direction(value.reverse), low, middle, high },
    ...(circle && sub
      ? {
          sub: {
            field: sub,
            label: circle.label,
            type: "steps",
            direction: direction(circle.reverse),
            "value range": circle.steps,
          },
        }
      : {}),
  };
}

/** The column with places that a plot is drawn over: one that is joined so, or a new one. */
function locusName(to: Saying, place: { chromosome: string; position: string }): string | undefined {
  const [chromosome, position] = [to.source(place.chromosome), to.source(place.position)];
  if (chromosome === undefined || position === undefined) return undefined;
  const joins = ({ type, "fields to join": of, "join by": by }: Loose) =>
    type === "join" && by === ":" && Array.isArray(of) && of[0] === chromosome && of[1] === position;
  const known = to.conversions.find(
    (one) => joins(one) || (one.type === "get locus" && one.chromosome === chromosome && one.start === position),
  );
  if (known) return String(known["field name"]);
  const name = to.name("locus of plots", "Locus of plots");
  to.conversions.push({
    type: "join",
    "field name": name,
    "fields to join": [chromosome, position],
    "join by": ":",
    "create new": true,
  });
  return name;
}

/** The column with −log10 P: of P values a conversion. */
function strengthName(to: Saying, { column, is }: Extract<Plot, { type: "qq" }>["y"]): string | undefined {
  if (is === "neg_log_10_p") return to.names.get(column);
  const raw = to.source(column);
  if (raw === undefined) return undefined;
  const known = to.conversions.find((one) => one.type === "calculate" && one["raw field"] === raw);
  if (known) return String(known["field name"]);
  const name = to.name(`strength of ${column}`, `−log10 ${to.names.get(column) ?? raw}`);
  to.conversions.push({
    type: "calculate",
    "field name": name,
    "raw field": raw,
    "calculation type": "-log10",
    "create new": true,
  });
  return name;
}
