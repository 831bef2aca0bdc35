/** Plots of older configurations. */
import type { Plot } from "./document";
import type { Growing } from "./legacy-names";
import { isLoose, type Loose, listAt, numberAt, numbersAt, textAt, textsAt, truthAt } from "./legacy-read";

/** One plot, or several in tabs or below each other. */
export function importPlots(to: Growing, plots: Loose): Plot[] {
  const several = listAt(plots, "visualizers").filter(isLoose);
  const found = several.length > 0 ? several : Object.keys(plots).length > 0 ? [plots] : [];
  return found.flatMap((one, at) => plotOf(to, one, `plot_${at + 1}`) ?? []);
}

function plotOf(to: Growing, one: Loose, id: string): Plot | undefined {
  const type = textAt(one, "type") ?? "";
  const make = plots[type];
  if (!make) {
    to.note("plot", `The plot “${type}” cannot be carried over.`);
    return undefined;
  }
  const plot = make(to, one, drawn(to, one, id, type));
  if (!plot) to.note("plot", `The plot “${type}” lacks columns and was left out.`);
  return plot;
}

interface Drawn {
  id: string;
  title: string;
  height?: number;
  hover?: string[];
}

function drawn(to: Growing, one: Loose, id: string, type: string): Drawn {
  const height = numberAt(one, "height");
  const hover = to.fields(
    "plot",
    [...textsAt(one, "hover content"), ...textsAt(one, "on hover")],
    `What the plot “${type}” shows of a point`,
  );
  return {
    id,
    title: (textAt(one, "label") ?? titles[type] ?? type).slice(0, 200),
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
};

type Make = (to: Growing, one: Loose, own: Drawn) => Plot | undefined;

const plots: Readonly<Record<string, Make>> = {
  "manhattan plot": manhattan,
  "manhattan bitmap plot": manhattan,
  "region plot": region,
  "volcano plot": volcano,
  "phewas plot": phewas,
  "heat map": heatmap,
};

const field = (to: Growing, one: Loose, key: string) => to.field("plot", textAt(one, key), "The plot");
const label = (one: Loose, key: string) => (textAt(one, key) ?? "").slice(0, 200);

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

/** Chromosome and position of a column with places: what it was joined of, or its parts. */
function placeOf(to: Growing, column: string): { chromosome: string; position: string } {
  const step = to.steps.findLast((one) => one.type !== "split" && one.output.id === column);
  if (step?.type === "locus") return { chromosome: step.chromosome, position: step.position };
  const [chromosome, position] = step?.type === "join" && step.by[0] === ":" ? step.inputs : [];
  if (chromosome !== undefined && position !== undefined) return { chromosome, position };
  const outputs = [to.output("Chromosome of the plot"), to.output("Position of the plot")] as const;
  to.step((id) => ({ id, type: "split", input: column, by: [":"], outputs: [...outputs] }));
  to.step((id) => ({ id, type: "to_number", input: outputs[1].id, decimal: ".", output: outputs[1] }));
  return { chromosome: outputs[0].id, position: outputs[1].id };
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
