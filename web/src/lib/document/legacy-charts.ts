/** Plots of older configurations that show no genome: scatter, bars, boxes, scores, and the summaries of a table. */
import type { Plot } from "./document";
import type { Growing } from "./legacy-names";
import { type Drawn, field, label, negLog10Of } from "./legacy-plot-parts";
import { isLoose, type Loose, listAt, numberAt, textAt, textsAt, truthAt } from "./legacy-read";

/**
 * The first name at a key, which may also contain a single name; readers could choose among the
 * others.
 */
function firstNamed(to: Growing, one: Loose, keys: readonly string[], use: string): string | undefined {
  const names = keys.flatMap((key) => [textAt(one, key) ?? [], textsAt(one, key)].flat());
  const [first, ...others] = names;
  if (others.length > 0)
    to.note(
      "plot",
      `${use} could be chosen; “${first}” was carried over, not ${others.map((name) => `“${name}”`).join(", ")}.`,
    );
  return to.field("plot", first, "The plot");
}

/** A colour is named by its column, or by an object with it. */
function colourOf(to: Growing, one: Loose): string | undefined {
  const named = listAt(one, "color by")[0] ?? one["color by"];
  const name = isLoose(named) ? textAt(named, "field") : named;
  return to.field("plot", typeof name === "string" ? name : textAt(one, "group by"), "The colour of a plot");
}

export function scatter(to: Growing, one: Loose, own: Drawn): Plot | undefined {
  const x = firstNamed(to, one, ["x axis field", "x axis fields"], "The x axis of a scatter plot");
  const y = firstNamed(to, one, ["y axis field", "y axis fields"], "The y axis of a scatter plot");
  if (x === undefined || y === undefined) return undefined;
  const [colour, name] = [colourOf(to, one), field(to, one, "render by")];
  return {
    ...own,
    type: "scatter",
    x: { column: x, label: label(one, "x axis label") },
    y: { column: y, label: label(one, "y axis label") },
    x_log: false,
    y_log: false,
    ...(colour === undefined ? {} : { colour }),
    ...(name === undefined ? {} : { name }),
  };
}

/** One bar for each row: its name below, its value above. */
export function bars(to: Growing, one: Loose, own: Drawn): Plot | undefined {
  const [name, value] = [field(to, one, "render by"), field(to, one, "y axis field")];
  if (name === undefined || value === undefined) return undefined;
  const colour = colourOf(to, one);
  if (listAt(one, "thresholds").length > 0)
    to.note("plot", "Bars have no thresholds here: those of “bar plot” were left out.");
  return {
    ...own,
    type: "bar",
    category: { column: name, label: label(one, "x axis label") },
    value: {
      column: truthAt(one, "convert y -log10") ? negLog10Of(to, value) : value,
      label: label(one, "y axis label"),
    },
    as: "sum",
    ...(colour === undefined ? {} : { colour }),
    across: false,
  };
}

/** Boxes are computed from the rows here; quartiles in columns cannot be drawn. */
export function boxes(to: Growing, one: Loose, own: Drawn): Plot[] | undefined {
  if (isLoose(one["y axis field"])) {
    to.note("plot", "Boxes are calculated from rows here: “box plot” names columns with quartiles and was left out.");
    return [];
  }
  const category = field(to, one, "group by") ?? field(to, one, "render by");
  const value = field(to, one, "y axis field");
  if (category === undefined || value === undefined) return undefined;
  return [
    {
      ...own,
      type: "box",
      category: { column: category, label: label(one, "x axis label") },
      value: {
        column: truthAt(one, "convert y -log10") ? negLog10Of(to, value) : value,
        label: label(one, "y axis label"),
      },
    },
  ];
}

/** What rows score; yes and no are turned into their values by a step. */
export function score(to: Growing, one: Loose, own: Drawn): Plot | undefined {
  const name = field(to, one, "render by");
  const parts = listAt(one, "score by")
    .filter(isLoose)
    .flatMap((part) => partOf(to, part) ?? []);
  if (name === undefined || parts.length === 0) return undefined;
  return { ...own, type: "score", name, parts: parts.slice(0, 20), most: 20 };
}

function partOf(to: Growing, part: Loose): { column: string; weight: number } | undefined {
  const column = to.field("plot", textAt(part, "field"), "The plot “score plot”");
  if (column === undefined) return undefined;
  const weight = numberAt(part, "weight") ?? 1;
  const values = part["value to score"];
  if (!isLoose(values)) return { column, weight };
  const [yes, no] = [numberAt(values, "yes"), numberAt(values, "no")];
  if (yes === undefined && no === undefined) {
    to.note(
      "plot",
      `The values that “${textAt(part, "field")}” scores by cannot be carried over. The column itself is counted.`,
    );
    return { column, weight };
  }
  const output = to.output(`Score of ${textAt(part, "field")}`);
  const scores = [{ column, yes: yes ?? 0, no: no ?? 0 }];
  to.step((id) => ({ id, type: "score", scores, as: "sum", missing: "skip", output }));
  return { column: output.id, weight };
}

/** The plots above a table: histograms, or two of its columns against each other. */
export function importSummary(to: Growing, table: Loose, before: number): Plot[] {
  const one = table["summary plot"];
  if (!isLoose(one)) return [];
  const type = textAt(one, "type") ?? "";
  const title = (textAt(one, "title") ?? "").slice(0, 200);
  const converts = isLoose(one["data convert"]) ? one["data convert"] : {};
  const columnOf = (name: string): string | undefined => {
    const column = to.field("plot", name, "The plot of the table");
    return column !== undefined && textAt(converts, name) === "-log10" ? negLog10Of(to, column) : column;
  };
  const columns = textsAt(one, "fields").flatMap((name) => columnOf(name) ?? []);
  const id = (at: number) => `plot_${before + at + 1}`;
  const bins = numberAt(one, "buckets");
  if (type === "histogram") {
    return columns.map((column, at) => ({
      id: id(at),
      title,
      type: "histogram",
      value: { column, label: "" },
      ...(bins !== undefined && bins >= 2 ? { bins: Math.min(500, Math.round(bins)) } : {}),
    }));
  }
  const [x, y] = columns;
  if (type === "scatterplot" && x !== undefined && y !== undefined) {
    const axes = { x: { column: x, label: "" }, y: { column: y, label: "" } };
    return [{ id: id(0), title, type: "scatter", ...axes, x_log: false, y_log: false }];
  }
  to.note("plot", `The plot of the table, “${type}”, cannot be carried over.`);
  return [];
}
