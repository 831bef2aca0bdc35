import { formatDecimal } from "@/lib/format/format";
/** Draws a forest plot: an estimate with its 95 % interval per study, and diamonds for the combined ones. */
import { type ForestLines, linesOf, row } from "./forestLines";
import { textWidth } from "./layout";
import type { Size } from "./model";
import type { PaintedKey } from "./paintLegend";
import type { Pen } from "./pen";
import { linear, niceTicks, type Range, type Scale } from "./scale";
import type { Twin } from "./TwinTable";
import { type ChartTokens, paper } from "./tokens";
import { formatP, formatWhole } from "./words";

export interface Estimate {
  readonly name: string;
  /** Undefined for a study that lacks the variant. */
  readonly beta: number | undefined;
  readonly se: number | undefined;
  /** The 95 % interval, where it is not the standard error that is known. */
  readonly ends?: Range;
  /** It only names the lines below it. */
  readonly heading?: boolean;
  /** It combines the lines above it, and is drawn as a diamond among them. */
  readonly subtotal?: boolean;
  /** −log10 P. */
  readonly negLog10P?: number | undefined;
  /** How many people it is from. */
  readonly people?: number | undefined;
  /** Its part of the combined effect, of 1. */
  readonly weight?: number | undefined;
}

export interface Forest {
  /** The variant, for the title of exports. */
  readonly title: string;
  readonly studies: readonly Estimate[];
  /** Drawn as diamonds below. */
  readonly combined: readonly Estimate[];
  /** Effects are log odds and are written as odds ratios. */
  readonly oddsRatio: boolean;
  /** What the effects are, where that is neither an odds ratio nor a beta: "HR". */
  readonly measure?: string;
}

const measureOf = ({ measure, oddsRatio }: Forest): string => `${measure ?? (oddsRatio ? "OR" : "Beta")} (95 % CI)`;

const z95 = 1.959963984540054;

/** Columns of numbers beside the estimates; below this width they are in the table alone. */
const roomForNumbers = 480;

interface NumberColumn {
  readonly name: string;
  readonly text: (estimate: Estimate) => string;
}

/** The columns that any line has something for. */
function numbersOf({ studies, combined }: Forest): NumberColumn[] {
  const all = [...studies, ...combined];
  const columns: NumberColumn[] = [];
  if (all.some((e) => e.people !== undefined))
    columns.push({ name: "N", text: ({ people }) => (people === undefined ? "" : formatWhole(people)) });
  if (all.some((e) => e.weight !== undefined)) columns.push({ name: "Weight", text: weightText });
  return columns;
}

const weightText = ({ weight }: Estimate): string =>
  weight === undefined ? "" : `${formatDecimal(100 * weight, 1)} %`;

/** A line of headings, where there are columns to head. */
const headHeight = (forest: Forest): number => (numbersOf(forest).length > 0 ? row : 0);

const allOf = ({ studies, combined }: Forest): Estimate[] => [...studies, ...combined];

interface Places {
  /** How wide the names are, beside the estimates. */
  readonly names: number;
  /** How wide the written estimates are, and where they end. */
  readonly words: number;
  readonly columns: number;
}

/** The least that is left for the intervals beside long names. */
const leastPlot = 260;

function placesOf(forest: Forest, width: number): Places {
  const all = allOf(forest);
  const columns = numberPlaces(forest, width).reduce((_, { left }) => left, width);
  const words = Math.min(Math.max(...all.map((e) => textWidth(interval(e, forest.oddsRatio)))), width * 0.34);
  const most = Math.max(width * 0.44, columns - words - 10 - leastPlot);
  return { names: Math.min(Math.max(60, ...all.map((e) => textWidth(e.name) + 14)), most), words, columns };
}

/** The positions of the lines in a figure of this width. */
export const forestLines = (forest: Forest, width: number): ForestLines =>
  linesOf(allOf(forest), headHeight(forest) + 4, width, placesOf(forest, width).names - 8);

export const forestHeight = (forest: Forest, width: number): number => forestLines(forest, width).bottom + 38;

interface Known extends Estimate {
  readonly beta: number;
}

const known = (estimate: Estimate): estimate is Known =>
  estimate.beta !== undefined && (estimate.se !== undefined || estimate.ends !== undefined);

/** The 95 % interval. */
function endsOf({ beta, se = 0, ends }: Known): Range {
  return ends ?? [beta - z95 * se, beta + z95 * se];
}

/** The precision of an estimate: one divided by its variance. */
function precision(estimate: Known): number {
  const [low, high] = endsOf(estimate);
  const se = (high - low) / (2 * z95);
  return se > 0 ? 1 / se ** 2 : 0;
}

export function paintForest(forest: Forest, pen: Pen, size: Size, tokens: ChartTokens): void {
  const all = allOf(forest);
  const { names, words, columns } = placesOf(forest, size.width);
  const { apart, lines, bottom } = forestLines(forest, size.width);
  pen.rect({ x: 0, y: 0, width: size.width, height: size.height }, tokens.surface);
  paintNumbers(forest, pen, size.width, tokens);
  const x = linear(domainOf(forest), [apart ? 6 : names, columns - words - 10]);
  // Above the estimates names would lie on the line of no effect: then each estimate has its own piece of it.
  const beside = lines.filter((_, i) => !all[i]?.heading).map(({ y }): Range => [y - row / 2, y + row / 2 + 1]);
  const base = bottom + 4;
  paintScale(forest, pen, x, { base, zero: apart ? beside : [[headHeight(forest) + 4, base]] }, tokens);
  const largest = Math.max(
    ...forest.studies
      .filter((e) => !e.subtotal)
      .filter(known)
      .map(precision),
  );
  all.forEach((estimate, i) => {
    const { name, y } = lines[i] as ForestLines["lines"][number];
    const sum = isSum(forest, i);
    const color = known(estimate) || estimate.heading ? tokens.text : tokens.faint;
    const weight = sum || estimate.heading ? 600 : 400;
    for (const line of name) pen.text(0, line.y + 4, line.text, { color, size: 12, weight });
    if (estimate.heading) return;
    pen.text(columns, y + 4, interval(estimate, forest.oddsRatio), { color, align: "end", weight: sum ? 600 : 400 });
    if (!known(estimate)) return;
    if (sum) paintDiamond(estimate, pen, x, y, tokens);
    else paintStudy(estimate, pen, x, y, tokens, largest);
  });
}

const isSum = ({ studies }: Forest, line: number): boolean =>
  line >= studies.length || studies[line]?.subtotal === true;

/** The columns of numbers from the right, each with where it ends and where the next one may. */
function numberPlaces(forest: Forest, width: number): (NumberColumn & { right: number; left: number })[] {
  let right = width;
  return (width < roomForNumbers ? [] : numbersOf(forest).reverse()).map((column) => {
    const left = right - Math.max(textWidth(column.name), ...allOf(forest).map((e) => textWidth(column.text(e)))) - 18;
    const place = { ...column, right, left };
    right = left;
    return place;
  });
}

/** The columns of numbers with their headings. */
function paintNumbers(forest: Forest, pen: Pen, width: number, tokens: ChartTokens): void {
  if (headHeight(forest) === 0) return;
  const { lines } = forestLines(forest, width);
  for (const { name, text, right } of numberPlaces(forest, width)) {
    pen.text(right, 14, name, { color: tokens.muted, align: "end" });
    allOf(forest).forEach((estimate, i) => {
      const color = known(estimate) ? tokens.text : tokens.faint;
      const y = (lines[i]?.y ?? 0) + 4;
      pen.text(right, y, text(estimate), { color, align: "end", weight: isSum(forest, i) ? 600 : 400 });
    });
  }
  pen.text(placesOf(forest, width).columns, 14, measureOf(forest), { color: tokens.muted, align: "end" });
}

/** From the lowest to the highest end of an interval, with no effect among them. */
export function domainOf(forest: Forest): Range {
  const ends = [...forest.studies, ...forest.combined].filter(known).flatMap(endsOf);
  const low = Math.min(0, ...ends);
  const high = Math.max(0, ...ends);
  const air = (high - low || 1) * 0.06;
  return [low - air, high + air];
}

interface Extent {
  readonly base: number;
  /** The extent of the line of no effect. */
  readonly zero: readonly Range[];
}

function paintScale(forest: Forest, pen: Pen, x: Scale, { base, zero }: Extent, tokens: ChartTokens): void {
  const at = x.map(0);
  for (const [from, to] of zero) pen.line([at, from, at, to], { color: tokens.strong });
  pen.line([x.range[0], base, x.range[1], base], { color: tokens.line });
  for (const tick of ticksOf(forest, x)) {
    pen.line([x.map(tick.at), base, x.map(tick.at), base + 4], { color: tokens.strong });
    pen.text(x.map(tick.at), base + 16, tick.label, { color: tokens.faint, align: "middle" });
  }
  pen.text((x.range[0] + x.range[1]) / 2, base + 31, measureOf(forest), { color: tokens.muted, align: "middle" });
}

/** Round odds ratios at their logarithms. */
export function ticksOf(forest: Forest, x: Scale): { at: number; label: string }[] {
  const count = Math.max(3, Math.floor((x.range[1] - x.range[0]) / 40));
  if (!forest.oddsRatio) return niceTicks(x.domain, count).map((t) => ({ at: t.value, label: t.label }));
  const ticks = niceTicks([Math.exp(x.domain[0]), Math.exp(x.domain[1])], count);
  return ticks.filter((t) => t.value > 0).map((t) => ({ at: Math.log(t.value), label: t.label }));
}

/** A square whose area follows the weight of the study. */
function paintStudy(e: Known, pen: Pen, x: Scale, y: number, tokens: ChartTokens, largest: number): void {
  const [low, high] = endsOf(e);
  pen.line([x.map(low), y, x.map(high), y], { color: tokens.first, width: 1.6 });
  const side = 4 + (largest > 0 ? 6 * Math.sqrt(precision(e) / largest) : 0);
  pen.squares([x.map(e.beta), y], side, tokens.first);
}

function paintDiamond(e: Known, pen: Pen, x: Scale, y: number, tokens: ChartTokens): void {
  const [low, high] = endsOf(e);
  const left = x.map(low);
  const right = Math.max(x.map(high), left + 4);
  pen.polygon([left, y, x.map(e.beta), y - 6, right, y, x.map(e.beta), y + 6], tokens.highlight);
}

/**
 * The smallest number of decimals, at least `least`, that distinguishes an estimate from the ends
 * of its interval: no effect is 1.00 (1.00–1.00).
 */
function decimalsOf([value = 0, ...ends]: readonly number[], least: number): number {
  const told = (decimals: number) => ends.every((end) => end.toFixed(decimals) !== value.toFixed(decimals));
  return [least, least + 1, least + 2].find(told) ?? least;
}

/** "1.14 (1.12–1.16)", "0.994 (0.993–0.996)", or the beta with its interval. */
export function interval(estimate: Estimate, oddsRatio: boolean): string {
  if (estimate.heading) return "";
  if (!known(estimate)) return "not in this study";
  const scale = (value: number) => (oddsRatio ? Math.exp(value) : value);
  const values = [estimate.beta, ...endsOf(estimate)].map(scale);
  const [beta, low, high] = values.map((value) => formatDecimal(value, decimalsOf(values, oddsRatio ? 2 : 3)));
  const dash = oddsRatio ? "–" : " to ";
  return `${beta} (${low}${dash}${high})`;
}

export function forestTwin(forest: Forest): Twin {
  const numbers = numbersOf(forest);
  return {
    caption: `Estimates of ${forest.title} by study`,
    columns: [
      { name: "Study" },
      { name: measureOf(forest), kind: "number" },
      { name: "Beta", kind: "number" },
      { name: "SE", kind: "number" },
      { name: "P", kind: "number" },
      ...numbers.map(({ name }) => ({ name, kind: "number" as const })),
    ],
    rows: [...forest.studies, ...forest.combined].map((e) => [
      e.name,
      interval(e, forest.oddsRatio),
      formatDecimal(e.beta, 4),
      formatDecimal(e.se, 4),
      formatP(e.negLog10P),
      ...numbers.map(({ text }) => text(e) || "–"),
    ]),
  };
}

/** What the marks of a saved forest plot mean. */
export const forestKeys = [
  { shape: "square", color: paper.first, words: "estimate with 95 % CI; larger squares are more precise" },
  { shape: "diamond", color: paper.highlight, words: "combined estimate with 95 % CI" },
] as const satisfies readonly PaintedKey[];
