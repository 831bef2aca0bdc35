/** Plots in the form of older configurations. */
import type { Plot } from "./document";
import type { Loose } from "./legacy-read";
import type { Saying } from "./legacy-saying";

export function plotOf(to: Saying, plot: Plot): Loose | undefined {
  const said = sayPlot(to, plot);
  if (!said) {
    to.note("plot", `The plot “${plot.title}” has no older form.`);
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
