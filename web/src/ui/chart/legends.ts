/** What the marks of the figures mean, for the files that are saved of them. */
import type { ChartModel, LegendKey, Line } from "./model";
import { formatP } from "./words";

export type Keys = readonly [LegendKey, ...LegendKey[]];

const lineKey = (tone: Line["tone"], words: string): LegendKey =>
  tone === "muted" ? { shape: "line", words } : { shape: "line", tone, words };

/** The level lines of a figure of −log10 P. */
const thresholdKeys = ({ lines }: ChartModel): LegendKey[] =>
  lines.map(({ points, tone }) => lineKey(tone, `P = ${formatP(points[1])}`));

export const manhattanKeys = (model: ChartModel, marked = "lead variant"): Keys => [
  { shape: "square", tone: "first", words: "variant; colours alternate by chromosome" },
  ...(model.marks.length > 0 ? [{ shape: "dot", tone: "highlight", words: marked } as const] : []),
  ...thresholdKeys(model),
];

export const miamiKeys: Keys = [
  { shape: "square", tone: "first", words: "variant; colours alternate by chromosome" },
  { shape: "dot", tone: "highlight", words: "shared locus" },
  { shape: "line", tone: "highlight", words: "genome-wide threshold" },
];

export const phewasKeys = (model: ChartModel): Keys => [
  { shape: "up", tone: "first", words: "positive effect; colours alternate by group" },
  { shape: "down", tone: "first", words: "negative effect" },
  { shape: "dot", tone: "first", words: "effect not known" },
  ...thresholdKeys(model),
];

export const volcanoKeys = (model: ChartModel): Keys => [
  { shape: "diamond", tone: "highlight", words: "passes both conditions" },
  { shape: "dot", tone: "first", words: "passes one" },
  { shape: "square", tone: "second", words: "passes none" },
  ...(model.lines.length > 0 ? [lineKey("muted", "bound of a condition")] : []),
];

export const effectKeys = (slope: number | undefined): Keys => [
  { shape: "dot", tone: "highlight", words: "lead variant of a shared locus, with 95 % CI" },
  { shape: "dot", tone: "first", words: "lead variant of one result" },
  lineKey("muted", "equal effects"),
  ...(slope === undefined ? [] : [lineKey("text", "slope")]),
];
