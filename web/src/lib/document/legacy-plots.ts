import { own } from "../own";
/** Plots of older configurations. */
import type { PageDocument, Plot } from "./document";
import { bars, boxes, scatter, score } from "./legacy-charts";
import type { Growing } from "./legacy-names";
import { type Drawn, field, label, type Make, placeOf } from "./legacy-plot-parts";
import { isLoose, type Loose, listAt, numberAt, numbersAt, textAt, textsAt, truthAt } from "./legacy-read";

/** One plot, or several in tabs or below each other. */
export function importPlots(to: Growing, plots: Loose): Plot[] {
  return severalOf(plots).flatMap((one, at) => plotsOf(to, one, `plot_${at + 1}`));
}

function severalOf(plots: Loose): Loose[] {
  const several = listAt(plots, "visualizers").filter(isLoose);
  if (several.length > 0) return several;
  return Object.keys(plots).length > 0 ? [plots] : [];
}

/** The genome build that the first region names. */
export function importBuild(to: Growing, plots: Loose): PageDocument["genome_build"] {
  const named = severalOf(plots).find((one) => textAt(one, "genome reference") !== undefined);
  const build = named && textAt(named, "genome reference");
  if (build === undefined || build === "GRCh37" || build === "GRCh38") return build;
  to.note("plot", `The genome build “${build}” of the plot “${textAt(named as Loose, "type") ?? ""}” is not known.`);
  return undefined;
}

function plotsOf(to: Growing, one: Loose, id: string): Plot[] {
  const type = textAt(one, "type") ?? "";
  const make = own(plots, type);
  if (!make) {
    to.note("plot", `The plot “${type}” cannot be carried over.`);
    return [];
  }
  const made = make(to, one, drawn(to, one, id, type));
  if (!made) {
    to.note("plot", `The plot “${type}” lacks columns and was left out.`);
    return [];
  }
  const left = Object.keys(one).filter((key) => leftOut.has(key));
  if (left.length > 0) {
    to.note("plot", `Of the plot “${type}” ${left.map((key) => `“${key}”`).join(", ")} cannot be carried over.`);
  }
  return [made].flat();
}

/** Properties of a plot that have no equivalent here. */
const leftOut: ReadonlySet<string> = new Set([
  "dot scale",
  "lambda",
  "label in black",
  "legend",
  "propagateLD",
  "recalculate score",
  "thresholds calculate",
  "zoom",
]);

/** What stood for the values of a whole group. */
const ofGroup = (name: string) => name.startsWith("features:");

function drawn(to: Growing, one: Loose, id: string, type: string): Drawn {
  const height = numberAt(one, "height");
  const named = [...textsAt(one, "hover content"), ...textsAt(one, "on hover")];
  for (const name of named.filter(ofGroup))
    to.note("plot", `What the plot “${type}” shows of a point, “${name}”, cannot be carried over.`);
  const hover = to.fields(
    "plot",
    named.filter((name) => !ofGroup(name)),
    `What the plot “${type}” shows of a point`,
  );
  return {
    id,
    title: (textAt(one, "label") ?? own(titles, type) ?? type).slice(0, 200),
    ...(height === undefined ? {} : { height: Math.round(Math.min(2000, Math.max(120, height))) }),
    ...(hover.length > 0 ? { hover } : {}),
  };
}

const titles: Readonly<Record<string, string>> = {
  "manhattan plot": "Manhattan",
  "manhattan bitmap plot": "Manhattan",
  "region plot": "Region",
  "volcano plot": "Volcano",
  "phewas plot": "PheWAS",
  "heat map": "Heat map",
  "manhattan qq plot": "Manhattan",
  "scatter plot": "Scatter",
  "simple scatter plot": "Scatter",
  "bar plot": "Bars",
  "box plot": "Boxes",
  "score plot": "Score",
};

const plots: Readonly<Record<string, Make>> = {
  "manhattan plot": manhattan,
  "manhattan bitmap plot": manhattan,
  "region plot": region,
  "volcano plot": volcano,
  "phewas plot": phewas,
  "heat map": heatmap,
  "manhattan qq plot": manhattanAndQq,
  "scatter plot": scatter,
  "simple scatter plot": scatter,
  "bar plot": bars,
  "box plot": boxes,
  "score plot": score,
};

function manhattanAndQq(to: Growing, one: Loose, own: Drawn): Plot[] | undefined {
  const axes = { ...one, "y axis label": one["m-plot y axis label"] ?? one["y axis label"] };
  const first = manhattan(to, axes, own);
  if (first?.type !== "manhattan") return undefined;
  // Below 1 they can only be P values; above, they were on the scale of the column.
  const thresholds = numbersAt(one, "m-plot thresholds").map((value) =>
    value < 1 ? value : Number((10 ** -value).toPrecision(12)),
  );
  const y = { ...first.y, label: label(one, "qq-plot y axis label") };
  return [
    { ...first, thresholds: thresholds.slice(0, 10) },
    { ...own, id: `${own.id}_qq`, title: "QQ", type: "qq", y },
  ];
}

function manhattan(to: Growing, one: Loose, own: Drawn): Plot | undefined {
  const [x, y, name] = [field(to, one, "x axis field"), field(to, one, "y axis field"), field(to, one, "render by")];
  if (x === undefined || y === undefined) return undefined;
  const place = placeOf(to, x);
  const link = textAt(one, "link to");
  const at = `chr={${place.chromosome}}&start={${place.position}}&end={${place.position}}`;
  return {
    ...own,
    type: "manhattan",
    place,
    y: { column: y, is: "neg_log_10_p", label: label(one, "y axis label") },
    ...(name === undefined ? {} : { name }),
    thresholds: [],
    ...(link === undefined ? {} : { link: `${link}${link.includes("?") ? "&" : "?"}${at}`.slice(0, 1000) }),
  };
}

function region(to: Growing, one: Loose, own: Drawn): Plot | undefined {
  const fields = isLoose(one["region fields"]) ? one["region fields"] : {};
  const [chromosome, position] = [field(to, fields, "chromosome"), field(to, fields, "position")];
  const [y, name] = [field(to, one, "y axis field"), field(to, one, "render by")];
  if (chromosome === undefined || position === undefined || y === undefined) return undefined;
  const ld = isLoose(one["ld server"]) ? one["ld server"] : {};
  const [effect, other] = [field(to, ld, "alt"), field(to, ld, "ref")];
  const population = textAt(ld, "fixed population") ?? textsAt(ld, "fixed population")[0];
  return {
    ...own,
    type: "region",
    place: { chromosome, position },
    y: { column: y, is: "neg_log_10_p", label: label(one, "y axis label") },
    ...(name === undefined ? {} : { name }),
    ...(effect !== undefined && other !== undefined ? { alleles: { effect, other } } : {}),
    ...(population === undefined ? {} : { population: population.slice(0, 200) }),
    genes: isLoose(one["genes track"]),
  };
}

function conditionOf(one: unknown): Extract<Plot, { type: "volcano" }>["x_condition"] {
  if (!isLoose(one)) return { join: "either" };
  const [above, below] = [numberAt(one, "greater than"), numberAt(one, "lower than")];
  const combination = textAt(one, "combination");
  return {
    ...(above !== undefined && combination !== "lower than" ? { above } : {}),
    ...(below !== undefined && combination !== "greater than" ? { below } : {}),
    join: combination === "and" ? "both" : "either",
  };
}

function volcano(to: Growing, one: Loose, own: Drawn): Plot | undefined {
  const [x, y, name] = [field(to, one, "x axis field"), field(to, one, "y axis field"), field(to, one, "render by")];
  if (x === undefined || y === undefined || name === undefined) return undefined;
  return {
    ...own,
    type: "volcano",
    x: { column: x, label: label(one, "x axis label") },
    y: { column: y, is: "neg_log_10_p", label: label(one, "y axis label") },
    name,
    x_condition: conditionOf(one["x condition"]),
    y_condition: conditionOf(one["y condition"]),
    label_at: numberAt(one, "dot label score") === 1 ? 1 : 2,
  };
}

function phewas(to: Growing, one: Loose, own: Drawn): Plot | undefined {
  const [y, name, group] = [field(to, one, "y axis field"), field(to, one, "render by"), field(to, one, "group by")];
  const beta = field(to, one, "beta field");
  if (y === undefined || name === undefined || group === undefined) return undefined;
  const isP = truthAt(one, "convert y -log10");
  // Thresholds were on the scale of the column.
  const thresholds = numbersAt(one, "thresholds").map((threshold) => (isP ? threshold : 10 ** -threshold));
  return {
    ...own,
    type: "phewas",
    y: { column: y, is: isP ? "p" : "neg_log_10_p", label: label(one, "y axis label") },
    name,
    group,
    ...(beta === undefined ? {} : { beta }),
    thresholds: thresholds.slice(0, 10),
  };
}

function heatmap(to: Growing, one: Loose, own: Drawn): Plot | undefined {
  const main = isLoose(one.main) ? one.main : {};
  const sub = isLoose(one.sub) ? one.sub : {};
  const [column, row, value] = [field(to, one, "column field"), field(to, one, "row field"), field(to, main, "field")];
  if (column === undefined || row === undefined || value === undefined) return undefined;
  const circle = field(to, sub, "field");
  const steps = numbersAt(sub, "value range").slice(0, 10);
  const low = numberAt(main, "low") ?? 0;
  const high = numberAt(main, "high") ?? 1;
  return {
    ...own,
    type: "heatmap",
    column: { column, label: label(one, "column label") },
    row: { column: row, label: label(one, "row label") },
    value: {
      column: value,
      label: label(main, "label"),
      low,
      middle: numberAt(main, "middle") ?? (low + high) / 2,
      high,
      reverse: textAt(main, "direction") === "negative",
    },
    ...(circle !== undefined && steps.length > 0
      ? {
          circle: {
            column: circle,
            label: label(sub, "label"),
            steps,
            reverse: textAt(sub, "direction") === "negative",
          },
        }
      : {}),
  };
}
