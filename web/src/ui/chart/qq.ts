import { formatDecimal } from "@/lib/format/format";
import { own } from "@/lib/own";
import type { Keys } from "./legends";
/** Builds the QQ figure: expected against observed −log10 P, the 95 % band of no association, the identity. */
import type { Axis, ChartModel, LegendKey, Points, Shape, Tone } from "./model";
import { toneIndex } from "./model";
import type { QqData } from "./plotData";
import { niceTicks, upTo } from "./scale";
import type { Twin } from "./TwinTable";
import { formatP, formatWhole } from "./words";

type Series = QqData["series"][number];

/** The series in use: the adjustment that was chosen, else all values. */
function chosenOf(data: QqData): Series | undefined {
  return data.series.find((series) => series.name === data.adjustment) ?? data.series[0];
}

/** How a series is drawn: by its shape as well, which print and every eye can tell apart. */
interface Look {
  readonly tone: Exclude<Tone, "muted">;
  readonly shape: Shape;
}

/** The strata by minor allele frequency, rarest first: each has its place in the ramp, whichever others there are. */
const strata: Record<string, Look> = {
  "MAF < 0.01": { tone: "ramp1", shape: "diamond" },
  "MAF ≤ 0.01 or unknown": { tone: "ramp1", shape: "diamond" },
  "MAF 0.01–0.05": { tone: "ramp2", shape: "up" },
  "MAF 0.05–0.2": { tone: "ramp3", shape: "square" },
  "MAF ≥ 0.2": { tone: "ramp4", shape: "down" },
};

const lookOf = (series: Series, chosen: Series | undefined): Look =>
  series === chosen
    ? { tone: "first", shape: "dot" }
    : (own(strata, series.name) ?? { tone: "second", shape: "square" });

export function qqModel(data: QqData): ChartModel {
  const chosen = chosenOf(data);
  const expected = Math.max(1, ...data.series.map((series) => series.expected[0] ?? 0));
  const observed = Math.max(expected, ...data.series.map((series) => series.observed[0] ?? 0));
  const others = data.series.filter((series) => series !== chosen);
  const lambda = data.lambda_gc == null ? "not known" : formatDecimal(data.lambda_gc, 3);
  return {
    title: "QQ plot",
    summary: `${formatWhole(data.n)} P values; genomic inflation λ ${lambda}.`,
    x: axis(upTo(expected, 6)[1], "Expected −log10 P", false),
    y: axis(upTo(observed, 5)[1], "Observed −log10 P", true),
    areas: [{ points: outline(data.band) }],
    cells: [],
    lines: [{ points: [0, 0, expected, expected], tone: "muted", dash: [3, 3] }],
    points: [...others, ...(chosen ? [chosen] : [])].map((series) => pointsOf(series, lookOf(series, chosen))),
    marks: [],
  };
}

function axis(max: number, label: string, grid: boolean): Axis {
  return {
    domain: [0, max],
    label,
    grid,
    ticks: (view, pixels) => niceTicks(view, Math.max(2, Math.min(6, Math.floor(pixels / 50)))),
  };
}

function outline(band: QqData["band"]): number[] {
  const points = band.expected.flatMap((x, i) => [x, band.upper[i] as number]);
  for (let i = band.expected.length - 1; i >= 0; i--) points.push(band.expected[i] as number, band.lower[i] as number);
  return points;
}

/** Pixels: shapes of about the same area. */
const sizes: Record<Shape, number> = { dot: 3.6, square: 3.4, diamond: 5, up: 4.6, down: 4.6 };

function pointsOf(series: Series, { tone, shape }: Look): Points {
  return {
    x: series.expected,
    y: series.observed,
    tone: new Uint8Array(series.expected.length).fill(toneIndex(tone)),
    size: sizes[shape],
    shape,
    describe: (i) => ({
      title: seriesName(series),
      facts: [
        ["Observed P", formatP(series.observed[i])],
        ["Expected P", formatP(series.expected[i])],
      ],
    }),
  };
}

const seriesNames: Record<string, string> = {
  all: "All variants",
  "GC lambda": "Genomic control",
};

const seriesName = (series: Series): string => own(seriesNames, series.name) ?? series.name;

/** What each curve is, with its λ and its colour; the chosen one is drawn in the first. */
export function qqLegend(data: QqData): Keys {
  const chosen = chosenOf(data);
  const keys = data.series.map((series) => ({
    ...lookOf(series, chosen),
    words: seriesName(series) + (series.lambda_gc == null ? "" : ` λ ${formatDecimal(series.lambda_gc, 3)}`),
  }));
  const band: LegendKey = { shape: "area", words: "95 % confidence band under the null" };
  const [first = band, ...others] = [...keys, band];
  return [first, ...others];
}

/** Shows one λ, that of the statistics, instead of those of the curves. */
export function withLambda(data: QqData, lambda: number | null): QqData {
  return { ...data, lambda_gc: lambda, series: data.series.map((series) => ({ ...series, lambda_gc: null })) };
}

export function qqTwin(data: QqData): Twin {
  return {
    caption: "Observed and expected P by rank, strongest first",
    columns: [
      { name: "Series" },
      { name: "Expected −log10 P", kind: "number" },
      { name: "Observed −log10 P", kind: "number" },
      { name: "Observed P", kind: "number" },
    ],
    rows: data.series.flatMap((series) =>
      series.expected.map((x, i) => [
        seriesName(series),
        formatDecimal(x, 4),
        formatDecimal(series.observed[i], 4),
        formatP(series.observed[i]),
      ]),
    ),
  };
}
