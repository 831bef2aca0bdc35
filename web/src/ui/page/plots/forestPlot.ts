/** The forest plot of a page: rows of the table as estimates with their intervals, grouped under headings. */
import type { Plot } from "@/lib/document/document";
import { plural } from "@/lib/format/format";
import { type Estimate, type Forest, interval } from "../../chart/forest";
import type { Twin } from "../../chart/TwinTable";
import { leftOut } from "./drawn";
import { inOrder, type PlotRows } from "./rows";

export type ForestOf = Extract<Plot, { type: "forest" }>;

/** Lines that a figure can hold. */
export const mostLines = 200;

export interface DrawnForest {
  readonly forest: Forest;
  /** Index of the row of each line; −1 for a heading. */
  readonly lines: readonly number[];
  readonly summary: string;
  readonly notes: readonly string[];
}

/** Ratios are drawn and kept as their logarithms; their standard error is that of the logarithm. */
export function forestOf(plot: ForestOf, rows: PlotRows): DrawnForest {
  const ratio = plot.scale === "ratio";
  const scaled = (value: number) => (ratio ? (value > 0 ? Math.log(value) : Number.NaN) : value);
  const at = rows.numbers(plot.estimate.column);
  const endsOf = endsFrom(plot, rows, scaled);
  const members = new Map<string, number[]>();
  const groups = plot.group ? rows.groups(plot.group) : undefined;
  let without = 0;
  let kept = 0;
  for (const i of rows.rows.keys()) {
    const [low, high] = endsOf(i);
    if (![scaled(at[i] as number), low, high].every(Number.isFinite)) {
      without++;
      continue;
    }
    if (kept++ >= mostLines) continue;
    const group = groups ? (groups.texts[groups.of[i] as number] ?? "No group") : "";
    members.set(group, [...(members.get(group) ?? []), i]);
  }
  const names = inOrder([...members.keys()]);
  const lines = names.flatMap((name) => [...(groups ? [-1] : []), ...(members.get(name) ?? [])]);
  let heading = 0;
  const studies = lines.map((i): Estimate => {
    if (i < 0) return { name: names[heading++] as string, beta: undefined, se: undefined, heading: true };
    const [low, high] = endsOf(i);
    return { name: rows.name(plot.name, i), beta: scaled(at[i] as number), se: undefined, ends: [low, high] };
  });
  const title = plot.title || "Forest plot";
  return {
    forest: {
      title,
      studies,
      combined: [],
      oddsRatio: ratio,
      measure: plot.estimate.label || rows.title(plot.estimate.column),
    },
    lines,
    summary: `${plural(kept, "estimate")}${groups ? ` in ${plural(names.length, "group")}` : ""}.`,
    notes: [
      ...leftOut(without, ratio ? "without an interval, or with a ratio that is not above 0" : "without an interval"),
      ...(kept > mostLines
        ? [`The first ${mostLines} of ${plural(kept, "row")} are plotted. Filters show the others.`]
        : []),
    ],
  };
}

const z95 = 1.959963984540054;

function endsFrom(plot: ForestOf, rows: PlotRows, scaled: (value: number) => number) {
  const { interval } = plot;
  if ("standard_error" in interval) {
    const at = rows.numbers(plot.estimate.column);
    const se = rows.numbers(interval.standard_error);
    return (i: number): [number, number] => {
      const half = z95 * (se[i] as number);
      const middle = scaled(at[i] as number);
      return half >= 0 ? [middle - half, middle + half] : [Number.NaN, Number.NaN];
    };
  }
  const [low, high] = [rows.numbers(interval.low), rows.numbers(interval.high)];
  return (i: number): [number, number] => [scaled(low[i] as number), scaled(high[i] as number)];
}

export function forestTwin(plot: ForestOf, rows: PlotRows, { forest, lines }: DrawnForest): Twin {
  return {
    caption: forest.title,
    columns: [
      { name: rows.title(plot.name) },
      ...(plot.group ? [{ name: rows.title(plot.group) }] : []),
      { name: `${forest.measure} (95 % CI)`, kind: "number" },
    ],
    rows: lines.flatMap((i, line) => {
      const estimate = forest.studies[line];
      if (i < 0 || !estimate) return [];
      const group = plot.group ? [rows.text(plot.group, i) ?? "–"] : [];
      return [[rows.name(plot.name, i), ...group, interval(estimate, forest.oddsRatio)]];
    }),
  };
}
