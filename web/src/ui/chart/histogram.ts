/** Builds the histogram of one number of a file: bars of its bins, and the threshold that rows are tested by. */
import { plural } from "@/lib/format/format";
import type { ChartModel } from "./model";
import { toneIndex } from "./model";
import type { HistogramData } from "./plotData";
import { niceTicks, upTo } from "./scale";
import type { Twin } from "./TwinTable";
import { formatNumber, formatWhole } from "./words";

export function histogramModel(data: HistogramData): ChartModel {
  const { counts, min, step, mark } = data;
  const max = min + step * counts.length;
  const [, most] = upTo(Math.max(1, ...counts), 3);
  const bars = counts.flatMap((n, i) => (n > 0 ? [i] : []));
  return {
    title: data.name,
    summary: `${[plural(data.n, "value"), ...beyondWords(data)].join("; ")}.`,
    x: {
      domain: [min, max],
      label: "",
      grid: false,
      ticks: (view, pixels) => niceTicks(view, Math.floor(pixels / 60)),
    },
    y: { domain: [0, most], label: "", grid: true, ticks: (view) => niceTicks(view, 3) },
    areas: [],
    cells: [
      {
        x0: bars.map((i) => min + (i + 0.06) * step),
        x1: bars.map((i) => min + (i + 0.94) * step),
        y0: bars.map(() => 0),
        y1: bars.map((i) => counts[i] as number),
        tone: new Uint8Array(bars.length).fill(toneIndex("first")),
        weight: bars.map(() => 1),
        describe: (bar) => ({
          title: binWords(data, bars[bar] as number),
          facts: [["Variants", formatWhole(counts[bars[bar] as number])]],
        }),
      },
    ],
    lines:
      mark != null && mark > min && mark < max
        ? [{ points: [mark, 0, mark, most], tone: "highlight", dash: [4, 3] }]
        : [],
    points: [],
    marks: [],
  };
}

const digits = 3;

const binWords = ({ min, step }: HistogramData, bin: number): string =>
  `${formatNumber(min + bin * step, digits)} to ${formatNumber(min + (bin + 1) * step, digits)}`;

/** How many values the axis leaves out, and how many rows have none. */
export function beyondWords({ below, above, min, step, counts, missing }: HistogramData): string[] {
  const words: string[] = [];
  if (below > 0) words.push(`${formatWhole(below)} below ${formatNumber(min, digits)}`);
  if (above > 0) words.push(`${formatWhole(above)} above ${formatNumber(min + step * counts.length, digits)}`);
  if (missing > 0) words.push(`${plural(missing, "row")} without`);
  return words;
}

/** All histograms of a file in one table. */
export function histogramsTwin(all: readonly HistogramData[]): Twin {
  return {
    caption: "Variants by bin",
    columns: [{ name: "Of" }, { name: "Bin" }, { name: "Variants", kind: "number" }],
    rows: all.flatMap((data) => [
      ...(data.below > 0 ? [[data.name, `below ${formatNumber(data.min, digits)}`, formatWhole(data.below)]] : []),
      ...data.counts.flatMap((n, i) => (n > 0 ? [[data.name, binWords(data, i), formatWhole(n)]] : [])),
      ...(data.above > 0
        ? [
            [
              data.name,
              `above ${formatNumber(data.min + data.step * data.counts.length, digits)}`,
              formatWhole(data.above),
            ],
          ]
        : []),
    ]),
  };
}
