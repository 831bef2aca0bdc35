/** The histogram of a page: how many rows have a number between two bounds. */
import type { Plot } from "@/lib/document/document";
import { formatCount, plural } from "@/lib/format/format";
import { formatTick } from "@/lib/format/format-number";
import { niceStep, niceTicks } from "../../../chart/scale";
import type { ChartTokens } from "../../../chart/tokens";
import { extent, leftOut } from "../drawn";
import type { PlotRows } from "../rows";
import { quantile } from "./box";
import { categoryAxis, frame, type LibraryChart, numberAxis, patterned } from "./chart";
import { groupsOf } from "./scatter";

export type HistogramOf = Extract<Plot, { type: "histogram" }>;

/** By the rule of Freedman and Diaconis, within what a figure can show. */
export function binsFor(values: Float64Array): number {
  const sorted = values.filter(Number.isFinite).sort();
  const n = sorted.length;
  if (n < 2) return 1;
  const width = (2 * (quantile(sorted, 0.75) - quantile(sorted, 0.25))) / Math.cbrt(n);
  const span = (sorted[n - 1] as number) - (sorted[0] as number);
  if (!(span > 0)) return 1;
  return width > 0 ? Math.max(5, Math.min(100, Math.ceil(span / width))) : 20;
}

/**
 * The bin of a value, for bins of equal width; each includes its lower bound, the last one also its
 * upper one. −1 outside.
 */
export function binOf(value: number, [low, high]: readonly [number, number], bins: number): number {
  if (!(value >= low && value <= high)) return -1;
  if (high === low) return 0;
  return Math.min(bins - 1, Math.floor(((value - low) / (high - low)) * bins + 1e-9));
}

interface Bins {
  readonly range: readonly [number, number];
  readonly count: number;
  /** Where a bin begins, and the one before it ends. */
  edge(bin: number): number;
}

/**
 * About as many bins as the rule suggests, between round numbers; a requested number divides the
 * range exactly.
 */
export function roundBins(values: Float64Array, asked: number | undefined): Bins {
  const [low, high] = extent(values) ?? [0, 1];
  const count = asked ?? binsFor(values);
  const step = niceStep(high - low, count);
  const [first, last] = [Math.floor(low / step + 1e-9), Math.ceil(high / step - 1e-9)];
  if (asked !== undefined || count === 1 || !Number.isSafeInteger(first) || !Number.isSafeInteger(last)) {
    return { range: [low, high], count, edge: (bin) => low + ((high - low) * bin) / count };
  }
  // 3 steps of 0.1 are 0.3, and not a little more.
  const edge = (bin: number) => Number(((first + bin) * step).toPrecision(12));
  return { range: [edge(0), edge(last - first)], count: last - first, edge };
}

export function drawHistogram(plot: HistogramOf, rows: PlotRows): LibraryChart {
  const values = rows.numbers(plot.value.column);
  const { range, count: bins, edge } = roundBins(values, plot.bins);
  const series = plot.colour ? groupsOf(rows, plot.colour) : undefined;
  const names = series?.names ?? [""];
  const counts = names.map(() => new Uint32Array(bins));
  let without = 0;
  for (let i = 0; i < rows.length; i++) {
    const bin = binOf(values[i] as number, range, bins);
    const own = counts[series?.of[i] ?? 0];
    if (bin < 0 || !own) without++;
    else own[bin] = (own[bin] as number) + 1;
  }
  const words = (bin: number) => `${formatTick(edge(bin), 4)} to ${formatTick(edge(bin + 1), 4)}`;
  const total = (bin: number) => counts.reduce((all, own) => all + (own[bin] as number), 0);
  const label = plot.value.label || rows.title(plot.value.column);
  const all = [...Array(bins).keys()];
  return {
    title: plot.title || "Histogram",
    summary: `${label} of ${plural(rows.length - without, "row")} in ${plural(bins, "bin")}, ${formatTick(range[0], 4)} to ${formatTick(range[1], 4)}.`,
    height: plot.height ?? 300,
    notes: leftOut(without, "without a number"),
    spots: {
      length: bins,
      x: all,
      y: all.map(total),
      near: "x",
      facts: (bin) => ({
        title: words(bin),
        facts: series
          ? names.map((name, group) => [name, formatCount(counts[group]?.[bin])] as const)
          : [["Rows", formatCount(total(bin))]],
      }),
      pick: (bin) => ({ x: [edge(bin), edge(bin + 1)] }),
    },
    twin: {
      caption: label,
      columns: [{ name: label }, ...names.map((name) => ({ name: name || "Rows", kind: "number" as const }))],
      rows: all.map((bin) => [words(bin), ...counts.map((own) => formatCount(own[bin]))]),
    },
    option: (tokens) => ({
      ...frame(tokens, series !== undefined),
      ...(series ? patterned : {}),
      // Bars are between the numbers of the second axis, without category names.
      xAxis: [{ ...categoryAxis(tokens, "", all.map(words)), show: false }, boundsAxis(tokens, label, range)],
      yAxis: numberAxis(tokens, { name: "Rows", fromZero: true, upright: true, counts: true }),
      series: names.map((name, group) => ({
        type: "bar",
        name,
        silent: true,
        stack: "all",
        barCategoryGap: "4%",
        data: [...(counts[group] as Uint32Array)],
      })),
    }),
  };
}

/** Round numbers at their places; one alone where there is one value. */
function boundsAxis(tokens: ChartTokens, name: string, [low, high]: readonly [number, number]) {
  const ticks = niceTicks([low, high], 8);
  const axis = numberAxis(tokens, { name, view: low < high ? [low, high] : [low - 1, high + 1] });
  const customValues = ticks.map(({ value }) => value);
  const axisLabel = { ...axis.axisLabel, customValues };
  return { ...axis, axisLabel, position: "bottom", splitLine: { show: false } };
}
