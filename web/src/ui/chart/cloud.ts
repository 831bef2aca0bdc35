/** Builds the square scatter figures: frequency against the panel, P against P from Z. */
import { formatDecimal, plural } from "@/lib/format/format";
import type { Axis, Cells, ChartModel, Line, Points } from "./model";
import { toneIndex } from "./model";
import type { CloudData } from "./plotData";
import { niceTicks } from "./scale";
import type { Twin } from "./TwinTable";
import { formatLocus, formatNumber, formatWhole } from "./words";

export function cloudModel(data: CloudData, title: string): ChartModel {
  const max = data.kind === "eaf" ? data.max : reach(data);
  const r = data.r == null ? "" : ` Correlation ${formatDecimal(data.r, 4)}.`;
  return {
    title,
    summary: `${plural(data.n, "variant")}, ${plural(data.marked, "outlier")}.${r}`,
    x: axis(max, data.x_label, false),
    y: axis(max, data.y_label, true),
    areas: [],
    cells: data.cells.map((cells) => cellsOf(cells, data)),
    lines: diagonals(data.band, max),
    points: [pointsOf(data)],
    marks: [],
  };
}

/** The maximum P on the axis: the square is as large as its content. */
function reach({ cells, points, step }: CloudData): number {
  const edges = cells.flatMap(({ x, y }) => [...x, ...y].map((at) => (at + 1) * step));
  return [...edges, ...points.x, ...points.y].reduce((most, at) => Math.max(most, at), 1);
}

function axis(max: number, label: string, grid: boolean): Axis {
  return {
    domain: [0, max],
    label: label.charAt(0).toUpperCase() + label.slice(1),
    grid,
    ticks: (view, pixels) => niceTicks(view, Math.max(2, Math.min(5, Math.floor(pixels / 50)))),
  };
}

/** y = x ± band, clipped at the sides of the square; the identity without a band. */
function diagonals(band: number, max: number): Line[] {
  if (band <= 0) return [{ points: [0, 0, max, max], tone: "muted", dash: [3, 3] }];
  return [
    { points: [0, band, max - band, max], tone: "muted", dash: [3, 3] },
    { points: [band, 0, max, max - band], tone: "muted", dash: [3, 3] },
  ];
}

function cellsOf(cells: CloudData["cells"][number], data: CloudData): Cells {
  const { step } = data;
  const most = Math.log1p(Math.max(1, ...quantileOf(cells.n)));
  return {
    x0: cells.x.map((x) => x * step),
    x1: cells.x.map((x) => (x + 1) * step),
    y0: cells.y.map((y) => y * step),
    y1: cells.y.map((y) => (y + 1) * step),
    tone: new Uint8Array(cells.n.length).fill(toneIndex("first")),
    weight: cells.n.map((n) => Math.min(1, Math.log1p(n) / most)),
    describe: (i) => ({
      title: plural(cells.n[i] ?? 0, "variant"),
      facts: [
        [data.x_label, around((cells.x[i] as number) * step, step)],
        [data.y_label, around((cells.y[i] as number) * step, step)],
      ],
    }),
  };
}

/** The count that only one cell in twenty exceeds: full colour from there on. */
function quantileOf(counts: readonly number[]): number[] {
  const sorted = [...counts].sort((a, b) => a - b);
  const at = sorted[Math.floor(sorted.length * 0.95)];
  return at === undefined ? [] : [at];
}

const around = (low: number, step: number): string => `${formatNumber(low)}–${formatNumber(low + step)}`;

function pointsOf(data: CloudData): Points {
  const { points } = data;
  return {
    x: points.x,
    y: points.y,
    // Points that are not marked are only outside of the square.
    tone: Uint8Array.from(points.marked, (marked) => toneIndex(marked ? "highlight" : "first")),
    size: 2.4,
    shape: "square",
    alpha: 0.8,
    describe: (i) => ({
      title: formatLocus(points.chromosome[i] as number, points.position[i] as number),
      facts: [
        [data.x_label, formatNumber(points.x[i])],
        [data.y_label, formatNumber(points.y[i])],
        ...classFact(data, points.class[i] as number),
      ],
    }),
  };
}

/** How the alleles were turned; nothing where there is only one class. */
function classFact(data: CloudData, index: number): [string, string][] {
  return data.classes.length > 1 ? [["Alleles", data.classes[index] ?? "–"]] : [];
}

export function cloudTwin(data: CloudData): Twin {
  const { points } = data;
  const several = data.classes.length > 1;
  const listed = points.marked.flatMap((marked, i) => (marked ? [i] : []));
  return {
    caption: `Outliers: ${formatWhole(listed.length)} of ${formatWhole(data.marked)}`,
    columns: [
      { name: "Variant", kind: "mono" },
      { name: data.x_label, kind: "number" },
      { name: data.y_label, kind: "number" },
      ...(several ? [{ name: "Alleles" }] : []),
    ],
    rows: listed.map((i) => [
      formatLocus(points.chromosome[i] as number, points.position[i] as number),
      formatNumber(points.x[i], 4),
      formatNumber(points.y[i], 4),
      ...(several ? [data.classes[points.class[i] as number] ?? "–"] : []),
    ]),
  };
}
