/** The scatter plot of a page: two numbers of each row, in groups by shape and colour. */
import type { Plot } from "@/lib/document/document";
import { formatCount, plural } from "@/lib/format/format";
import { formatNumber, formatValue } from "@/lib/format/format-number";
import type { ChartTokens } from "../../../chart/tokens";
import { extent, leftOut, twinRows } from "../drawn";
import { factsOf, type PlotRows } from "../rows";
import { frame, type LibraryChart, mostGroups, numberAxis, palette, symbols } from "./chart";

export type ScatterOf = Extract<Plot, { type: "scatter" }>;

/** Above this number, points are drawn as one shape, without individual sizes. */
const many = 20_000;

interface Grouped {
  readonly names: readonly string[];
  /** By row. */
  readonly of: Int32Array;
  readonly ordered: boolean;
}

export function drawScatter(plot: ScatterOf, rows: PlotRows): LibraryChart {
  const x = rows.numbers(plot.x.column);
  const y = rows.numbers(plot.y.column);
  const fits = (value: number | undefined, log: boolean) => Number.isFinite(value) && (!log || (value as number) > 0);
  const known = [...rows.rows.keys()].filter((i) => fits(x[i], plot.x_log) && fits(y[i], plot.y_log));
  const groups = plot.colour ? groupsOf(rows, plot.colour) : undefined;
  const sizeOf = plot.size && known.length <= many ? sizes(rows.numbers(plot.size)) : undefined;
  const title = plot.title || "Scatter plot";
  const names = { x: plot.x.label || rows.title(plot.x.column), y: plot.y.label || rows.title(plot.y.column) };
  const log = plot.x_log || plot.y_log ? ", or not above 0 on a log axis" : "";
  return {
    title,
    summary: `${plural(known.length, "row")}: ${names.y} against ${names.x}${groups ? `, by ${rows.title(plot.colour as string)}` : ""}.`,
    height: plot.height ?? 360,
    zooms: "both",
    notes: leftOut(rows.length - known.length, `without one of the two numbers${log}`),
    spots: {
      length: known.length,
      x: Float64Array.from(known, (i) => x[i] as number),
      y: Float64Array.from(known, (i) => y[i] as number),
      near: "point",
      facts: (at) => {
        const i = known[at] as number;
        return factsOf(rows, i, plot, [
          [names.x, formatValue(x[i])],
          [names.y, formatValue(y[i])],
          ...(plot.colour ? [[rows.title(plot.colour), rows.text(plot.colour, i) ?? "–"] as const] : []),
        ]);
      },
    },
    twin: {
      caption: `The first ${plural(Math.min(known.length, twinRows), "row")} of ${formatCount(known.length)}`,
      columns: [
        { name: plot.name ? rows.title(plot.name) : "Row" },
        { name: names.x, kind: "number" },
        { name: names.y, kind: "number" },
        ...(plot.colour ? [{ name: rows.title(plot.colour) }] : []),
      ],
      rows: known
        .slice(0, twinRows)
        .map((i) => [
          rows.name(plot.name, i),
          formatValue(x[i]),
          formatValue(y[i]),
          ...(plot.colour ? [rows.text(plot.colour, i) ?? "–"] : []),
        ]),
    },
    option: (tokens, view) => ({
      ...frame(tokens, groups !== undefined),
      xAxis: numberAxis(tokens, { name: names.x, log: plot.x_log, view: view?.x }),
      yAxis: numberAxis(tokens, { name: names.y, log: plot.y_log, view: view?.y, upright: true }),
      series: (groups?.names ?? [""]).map((name, group) => {
        const own = groups ? known.filter((i) => groups.of[i] === group) : known;
        return {
          type: "scatter",
          name,
          symbol: symbols[group] ?? "circle",
          ...(groups ? { itemStyle: { color: colourOf(groups, group, tokens) } } : {}),
          silent: true,
          dimensions: ["x", "y", "size"].slice(0, sizeOf ? 3 : 2),
          large: own.length > many,
          // The library would draw 400 of them at a time, which takes seconds to be a picture of all.
          progressive: own.length > many ? many : 0,
          symbolSize: sizeOf
            ? (value: number[]) => value[2] as number
            : own.length > many
              ? 2.5
              : own.length > 2000
                ? 4
                : 6,
          data: sizeOf
            ? own.map((i) => [x[i], y[i], sizeOf(i)])
            : Float64Array.from({ length: own.length * 2 }, (_, at) => {
                const i = own[at >> 1] as number;
                return (at % 2 === 0 ? x[i] : y[i]) as number;
              }),
        };
      }),
    }),
  };
}

/** Texts: the most frequent ones and the rest. Numbers: five parts of as many rows each. */
export function groupsOf(rows: PlotRows, column: string): Grouped {
  const numbers = rows.numbers(column);
  const range = extent(numbers);
  const { texts, of } = rows.groups(column);
  if (range && texts.length > mostGroups) return fifths(numbers);
  const counts = new Map<number, number>();
  for (const group of of) counts.set(group, (counts.get(group) ?? 0) + 1);
  const kept = [...counts.keys()]
    .sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0))
    .slice(0, mostGroups)
    .sort((a, b) => a - b);
  const place = new Map(kept.map((group, at) => [group, at]));
  const others = counts.size > kept.length;
  return {
    names: [...kept.map((group) => (group < 0 ? "No value" : (texts[group] as string))), ...(others ? ["Others"] : [])],
    of: of.map((group) => place.get(group) ?? kept.length),
    ordered: false,
  };
}

function fifths(numbers: Float64Array): Grouped {
  const sorted = numbers.filter(Number.isFinite).sort();
  const limits = [0.2, 0.4, 0.6, 0.8].map((share) => sorted[Math.floor(share * sorted.length)] as number);
  const ends = [sorted[0] as number, ...limits, sorted[sorted.length - 1] as number];
  return {
    names: [
      ...[0, 1, 2, 3, 4].map((part) => `${formatNumber(ends[part])} to ${formatNumber(ends[part + 1])}`),
      "No value",
    ],
    of: Int32Array.from(numbers, (value) =>
      Number.isFinite(value) ? limits.filter((limit) => value >= limit).length : 5,
    ),
    ordered: true,
  };
}

function colourOf(groups: Grouped, group: number, tokens: ChartTokens): string | undefined {
  if (groups.ordered) return tokens.ld[group] ?? tokens.strong;
  return palette(tokens)[group];
}

/** The area of a point follows the number; none is as small as the smallest. */
function sizes(numbers: Float64Array): (i: number) => number {
  const [low, high] = extent(numbers) ?? [0, 1];
  return (i) => {
    const value = numbers[i] as number;
    const share = Number.isFinite(value) && high > low ? (value - low) / (high - low) : 0;
    return 4 + 14 * Math.sqrt(share);
  };
}
