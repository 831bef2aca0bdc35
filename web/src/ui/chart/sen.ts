/** Builds the SE–N figure: one point for this study; on the identity when N, effects and their scale fit together. */
import { formatDecimal } from "@/lib/format";
import type { ChartModel } from "./model";
import { toneIndex } from "./model";
import type { SenData } from "./plotData";
import { niceTicks, upTo } from "./scale";
import type { Twin } from "./TwinTable";
import { formatNumber, formatWhole } from "./words";

/** Of the ratio, wherever it is written. */
export const ratioDecimals = 2;

/** Undefined while the point has no place: a part of it is not known. */
export function senModel(data: SenData): ChartModel | undefined {
  const { x, y } = data;
  if (x == null || y == null) return undefined;
  const [, max] = upTo(Math.max(x, y) * 1.15, 4);
  const axis = (label: string, grid: boolean) => ({
    domain: [0, max] as const,
    label,
    grid,
    ticks: (view: readonly [number, number]) => niceTicks(view, 5),
  });
  const facts = { title: "This file", facts: senFacts(data) };
  return {
    title: "SE against N",
    summary: `${data.explanation}. Ratio ${formatDecimal(data.ratio, ratioDecimals)}; 1 is expected.`,
    x: axis(data.scale === "log_odds" ? "√N eff / 2" : "√N", false),
    y: axis("c / median SE", true),
    areas: [],
    cells: [],
    lines: [{ points: [0, 0, max, max], tone: "muted", dash: [3, 3] }],
    points: [{ x: [x], y: [y], tone: [toneIndex("highlight")], size: 10, shape: "dot", describe: () => facts }],
    marks: [{ key: "this", x, y, text: "this file", facts }],
  };
}

function senFacts(data: SenData): [string, string][] {
  return [
    ["Ratio", formatDecimal(data.ratio, ratioDecimals)],
    ["Largest N", formatWhole(data.n_max)],
    ["Effective N", formatWhole(data.n_effective)],
    ["Median SE", formatNumber(data.median_se, 4)],
  ];
}

export function senTwin(data: SenData): Twin {
  return {
    caption: "The SE–N point and what it is made of",
    columns: [{ name: "Quantity" }, { name: "Value", kind: "number" }],
    rows: [["x", formatNumber(data.x)], ["y", formatNumber(data.y)], ...senFacts(data)],
  };
}
