/** What a plot of the charting library is made of; pure, so that each can be looked at without a canvas. */
import type { EChartsCoreOption } from "echarts/core";
import type { PlotView } from "@/lib/document/views";
import { formatTick } from "@/lib/format/format-number";
import type { Facts } from "../../../chart/model";
import { SANS } from "../../../chart/pen";
import type { Twin } from "../../../chart/TwinTable";
import type { ChartTokens } from "../../../chart/tokens";

/** What pointer and keyboard reach, in the units of the axes; a category is its index. */
export interface Spots {
  readonly length: number;
  readonly x: ArrayLike<number>;
  readonly y: ArrayLike<number>;
  /** A point is near in both directions; a bar is over its place of one axis. */
  readonly near: "point" | "x" | "y";
  facts(i: number): Facts;
  /** What the table shows when it is chosen. */
  pick?(i: number): PlotView;
}

export interface LibraryChart {
  readonly title: string;
  readonly summary: string;
  readonly twin: Twin;
  readonly notes: readonly string[];
  readonly height: number;
  readonly spots: Spots;
  /** Axes that can be zoomed. */
  readonly zooms?: "x" | "both";
  option(tokens: ChartTokens, view: PlotView | undefined): EChartsCoreOption;
}

/** Groups that a reader can distinguish by shape and colour; the rest are one group. */
export const mostGroups = 6;

export const symbols = ["circle", "rect", "triangle", "diamond", "arrow", "pin", "emptyCircle"] as const;

/** Colours that stay apart for every kind of colour blindness, each 3:1 on its ground. */
export const palette = (tokens: ChartTokens): string[] => [
  tokens.first,
  tokens.ramp4,
  tokens.ld[2] ?? tokens.brand,
  tokens.highlight,
  tokens.ramp1,
  tokens.ld[1] ?? tokens.brand,
  tokens.second,
];

export function frame(tokens: ChartTokens, legend = false): EChartsCoreOption {
  return {
    animation: false,
    textStyle: { fontFamily: SANS, fontSize: 11, color: tokens.muted },
    color: palette(tokens),
    grid: {
      left: 8,
      right: 16,
      top: legend ? 48 : 26,
      bottom: 30,
      outerBoundsMode: "same",
      outerBoundsContain: "axisLabel",
    },
    legend: {
      show: legend,
      type: "plain",
      top: 0,
      left: 0,
      itemWidth: 12,
      itemHeight: 10,
      selectedMode: false,
      textStyle: { color: tokens.muted, fontSize: 11 },
    },
    aria: { enabled: false, decal: { show: false } },
  };
}

/** Patterns in addition to colours, where areas are adjacent. */
export const patterned = { aria: { enabled: true, label: { enabled: false }, decal: { show: true } } };

interface AxisWords {
  name: string;
  log?: boolean;
  /** In view; the whole when there is none. */
  view?: readonly [number, number] | undefined;
  /** An axis of lengths begins at 0. */
  fromZero?: boolean;
  upright?: boolean;
  /** For counts, which have no halves. */
  counts?: boolean;
}

export function numberAxis(tokens: ChartTokens, { name, log, view, fromZero, upright, counts }: AxisWords) {
  return {
    type: log ? "log" : "value",
    scale: !fromZero,
    ...(counts ? { minInterval: 1 } : {}),
    name,
    ...named(tokens, upright ?? false),
    ...(view ? { min: view[0], max: view[1] } : { min: wideEnough("min", fromZero), max: wideEnough("max", fromZero) }),
    axisLine: { show: false, onZero: false },
    axisTick: { show: false },
    splitLine: { lineStyle: { color: tokens.line } },
    axisLabel: { color: tokens.faint, formatter: (value: number) => formatTick(value), hideOverlap: true },
  };
}

/** The library rounds ticks to 20 decimals: an axis that is narrower than this has none, as one of P values below 1e-20. */
const narrowest = 1e-15;

/** Widens an axis that the library could not divide; it finds the end of any other itself. */
const wideEnough =
  (end: "min" | "max", fromZero = false) =>
  ({ min, max }: { min: number; max: number }) => {
    const ends = fromZero ? { min: Math.min(0, min), max: Math.max(0, max) } : { min, max };
    if (!(ends.max - ends.min < narrowest) || (min === 0 && max === 0)) return null;
    return ends[end] + (end === "min" ? -narrowest : narrowest);
  };

export function categoryAxis(tokens: ChartTokens, name: string, data: readonly string[], upright = false) {
  return {
    type: "category",
    data: [...data],
    name,
    ...named(tokens, upright),
    inverse: upright,
    axisLine: { onZero: false, lineStyle: { color: tokens.strong } },
    axisTick: { show: false },
    axisLabel: { color: tokens.muted, hideOverlap: true, width: upright ? 160 : 90, overflow: "truncate" },
  };
}

/** The name of an axis: over its end when it is upright, else below its middle. */
function named(tokens: ChartTokens, upright: boolean) {
  const nameTextStyle = { color: tokens.muted, fontSize: 11, align: upright ? "left" : "center" };
  if (upright) return { nameTextStyle, nameLocation: "end", nameGap: 8 };
  return { nameTextStyle, nameLocation: "middle", nameGap: 26 };
}
