/**
 * Builds the figure of effects against effects: a variant is a cross with its errors, and the line
 * passes through 0.
 */
import { plural } from "@/lib/format/format";
import type { Axis, ChartModel, Fact, Line, Mark, Points, Tone } from "./model";
import { toneIndex } from "./model";
import { niceTicks, type Range } from "./scale";
import type { Twin } from "./TwinTable";
import { formatNumber } from "./words";

export interface EffectPoint {
  readonly key: string;
  readonly label: string;
  /** "4:111,718,067 C/T" */
  readonly variant: string;
  readonly shared: boolean;
  readonly x: number;
  readonly xError: number;
  readonly y: number;
  readonly yError: number;
}

export interface EffectAxes {
  readonly up: string;
  readonly down: string;
  /** What one unit is: "log OR", "beta", "Z". */
  readonly unit: string;
}

const z95 = 1.959963984540054;

export function effectModel(points: readonly EffectPoint[], slope: number | undefined, axes: EffectAxes): ChartModel {
  const x = spread(points.map((p) => [p.x - z95 * p.xError, p.x + z95 * p.xError]));
  const y = spread(points.map((p) => [p.y - z95 * p.yError, p.y + z95 * p.yError]));
  const someShared = points.some((point) => point.shared);
  const marks = points.map((point) => markOf(point, axes, point.shared || !someShared));
  return {
    title: `Effects: ${axes.up} against ${axes.down}`,
    summary: `${plural(points.length, "lead variant")}${slope === undefined ? "" : `; slope ${formatNumber(slope, 3)}`}.`,
    x: axis(x, `${axes.unit} in ${axes.up}`, 60),
    y: axis(y, `${axes.unit} in ${axes.down}`, 45),
    areas: [],
    cells: [],
    lines: [
      { points: [0, y[0], 0, y[1]], tone: "second" },
      { points: [x[0], 0, x[1], 0], tone: "second" },
      ...through(1, x, "muted", [3, 3]),
      ...points.flatMap(cross),
      ...(slope === undefined ? [] : through(slope, x, "text")),
    ],
    points: [dots(points, marks)],
    marks,
  };
}

/** Room for all crosses and for 0. */
function spread(ends: readonly Range[]): Range {
  const low = Math.min(0, ...ends.map(([from]) => from));
  const high = Math.max(0, ...ends.map(([, to]) => to));
  const air = (high - low || 1) * 0.06;
  return [low - air, high + air];
}

function axis(domain: Range, label: string, apart: number): Axis {
  return {
    domain,
    label,
    grid: true,
    ticks: (view, pixels) => niceTicks(view, Math.max(2, Math.floor(pixels / apart))),
  };
}

function through(slope: number, x: Range, tone: Tone, dash: readonly number[] = []): Line[] {
  return [{ points: [x[0], slope * x[0], x[1], slope * x[1]], tone, dash, width: dash.length > 0 ? 1 : 1.5 }];
}

function cross(point: EffectPoint): Line[] {
  const tone = toneOf(point);
  const { x, y } = point;
  return [
    { points: [x - z95 * point.xError, y, x + z95 * point.xError, y], tone },
    { points: [x, y - z95 * point.yError, x, y + z95 * point.yError], tone },
  ];
}

const toneOf = (point: EffectPoint): Tone => (point.shared ? "highlight" : "first");

function dots(points: readonly EffectPoint[], marks: readonly Mark[]): Points {
  return {
    x: points.map((point) => point.x),
    y: points.map((point) => point.y),
    tone: Uint8Array.from(points, (point) => toneIndex(toneOf(point))),
    size: 6,
    shape: "dot",
    describe: (i) => (marks[i] as Mark).facts,
  };
}

/**
 * Labels of all points would overlap: shared loci have labels, and the others show theirs on hover
 * and keyboard focus.
 */
function markOf(point: EffectPoint, axes: EffectAxes, named: boolean): Mark {
  const facts: Fact[] = [
    [axes.up, withError(point.x, point.xError)],
    [axes.down, withError(point.y, point.yError)],
  ];
  const title = point.label ? `${point.label} · ${point.variant}` : point.variant;
  return { key: point.key, x: point.x, y: point.y, text: named ? point.label : "", facts: { title, facts } };
}

const withError = (value: number, error: number): string => `${formatNumber(value)} (${formatNumber(error)})`;

export function effectTwin(points: readonly EffectPoint[], axes: EffectAxes): Twin {
  return {
    caption: `Effects of ${plural(points.length, "lead variant")} in both results`,
    columns: [
      { name: "Gene" },
      { name: "Variant", kind: "mono" },
      { name: `${axes.up}, ${axes.unit}`, kind: "number" },
      { name: `${axes.up}, SE`, kind: "number" },
      { name: `${axes.down}, ${axes.unit}`, kind: "number" },
      { name: `${axes.down}, SE`, kind: "number" },
    ],
    rows: points.map((p) => [
      p.label || "–",
      p.variant,
      formatNumber(p.x),
      formatNumber(p.xError),
      formatNumber(p.y),
      formatNumber(p.yError),
    ]),
  };
}
