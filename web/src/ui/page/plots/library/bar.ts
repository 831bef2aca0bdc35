/** The bar plot of a page: rows counted, or a number summed up, by category. */
import type { Plot } from "@/lib/document/document";
import { formatCount, plural } from "@/lib/format/format";
import { formatNumber } from "../../../chart/words";
import { leftOut } from "../drawn";
import type { PlotRows } from "../rows";
import { categoryAxis, frame, type LibraryChart, numberAxis, patterned } from "./chart";
import { groupsOf } from "./scatter";

export type BarOf = Extract<Plot, { type: "bar" }>;

/** Bars that a figure can hold: the longest. */
const mostBars = 60;

const middleOf = (sorted: readonly number[]): number => {
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? (sorted[half] as number)
    : ((sorted[half - 1] as number) + (sorted[half] as number)) / 2;
};

/** The value of a bar; undefined without a value. */
export function summed(values: readonly number[], as: BarOf["as"]): number | undefined {
  if (as === "count") return values.length;
  if (values.length === 0) return undefined;
  if (as === "median") return middleOf([...values].sort((a, b) => a - b));
  const sum = values.reduce((all, value) => all + value, 0);
  return as === "mean" ? sum / values.length : sum;
}

const asWords = { count: "Rows", sum: "Sum of", mean: "Mean of", median: "Median of" } as const;

export function drawBar(plot: BarOf, rows: PlotRows): LibraryChart {
  const { texts, of } = rows.groups(plot.category.column);
  const values = plot.value && plot.as !== "count" ? rows.numbers(plot.value.column) : undefined;
  const series = plot.colour ? groupsOf(rows, plot.colour) : undefined;
  const names = series?.names ?? [""];
  const cells = new Map<number, number[]>();
  let [unnamed, without] = [0, 0];
  for (let i = 0; i < rows.length; i++) {
    const category = of[i] as number;
    const value = values ? (values[i] as number) : 1;
    if (category < 0) unnamed++;
    else if (!Number.isFinite(value)) without++;
    else {
      const key = category * names.length + (series?.of[i] ?? 0);
      const list = cells.get(key);
      if (list) list.push(value);
      else cells.set(key, [value]);
    }
  }
  const lengthOf = (category: number, group: number) => {
    const list = cells.get(category * names.length + group);
    return list && summed(list, plot.as);
  };
  const totals = texts.map((_, category) =>
    names.reduce((all, _, group) => all + Math.abs(lengthOf(category, group) ?? 0), 0),
  );
  const shown = texts.map((_, category) => category);
  if (texts.length > mostBars) shown.sort((a, b) => (totals[b] as number) - (totals[a] as number)).splice(mostBars);
  const stacked = plot.as === "count" || plot.as === "sum";
  const valueName = plot.value?.label || (plot.value ? rows.title(plot.value.column) : "");
  const measure = plot.as === "count" ? asWords.count : `${asWords[plot.as]} ${valueName}`;
  const write = (value: number | undefined) => (plot.as === "count" ? formatCount(value) : formatNumber(value, 4));
  const items = shown.flatMap((category, at) =>
    names.map((name, group) => ({ category, at, name, group, value: lengthOf(category, group) })),
  );
  const bars = items.filter(({ value }) => value !== undefined);
  return {
    title: plot.title || "Bar plot",
    summary: `${measure} by ${plot.category.label || rows.title(plot.category.column)}: ${plural(shown.length, "bar")}.`,
    height: plot.height ?? (plot.across ? Math.max(200, shown.length * 24 + 70) : 320),
    notes: [
      ...leftOut(unnamed, "without a category"),
      ...leftOut(without, "without a number"),
      ...(texts.length > mostBars ? [`The ${mostBars} longest of ${plural(texts.length, "bar")} are drawn.`] : []),
    ],
    spots: {
      length: bars.length,
      x: bars.map(({ at, value }) => (plot.across ? (value as number) : at)),
      y: bars.map(({ at, value }) => (plot.across ? at : (value as number))),
      near: plot.across ? "y" : "x",
      facts: (i) => {
        const bar = bars[i] as (typeof bars)[number];
        const group = series ? [[rows.title(plot.colour as string), bar.name] as const] : [];
        return { title: texts[bar.category] as string, facts: [...group, [measure, write(bar.value)]] };
      },
      pick: (i) => ({ categories: [texts[(bars[i] as (typeof bars)[number]).category] as string] }),
    },
    twin: {
      caption: measure,
      columns: [
        { name: plot.category.label || rows.title(plot.category.column) },
        ...(series ? [{ name: rows.title(plot.colour as string) }] : []),
        { name: measure, kind: "number" },
      ],
      rows: bars.map(({ category, name, value }) => [
        texts[category] as string,
        ...(series ? [name] : []),
        write(value),
      ]),
    },
    option: (tokens) => {
      const category = categoryAxis(
        tokens,
        plot.category.label,
        shown.map((at) => texts[at] as string),
        plot.across,
      );
      const length = numberAxis(tokens, {
        name: measure,
        fromZero: true,
        upright: !plot.across,
        counts: plot.as === "count",
      });
      return {
        ...frame(tokens, series !== undefined),
        ...(series ? patterned : {}),
        xAxis: plot.across ? length : category,
        yAxis: plot.across ? category : length,
        series: names.map((name, group) => ({
          type: "bar",
          name,
          silent: true,
          stack: stacked ? "all" : undefined,
          barMaxWidth: 48,
          data: shown.map((at) => lengthOf(at, group) ?? null),
        })),
      };
    },
  };
}
