/** Draws a forest plot: an estimate with its 95 % interval per study, and diamonds for the combined ones. */
import { textWidth } from "./layout";
import type { Size } from "./model";
import type { Pen } from "./pen";
import { linear, niceTicks, type Range, type Scale } from "./scale";
import type { Twin } from "./TwinTable";
import type { ChartTokens } from "./tokens";
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

const row = 22;
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

const weightText = ({ weight }: Estimate): string => (weight === undefined ? "" : `${(100 * weight).toFixed(1)} %`);

/** A line of headings, where there are columns to head. */
const headHeight = (forest: Forest): number => (numbersOf(forest).length > 0 ? row : 0);

export const forestHeight = (forest: Forest): number =>
  (forest.studies.length + forest.combined.length) * row + 42 + headHeight(forest);

/** Where a line stands, in pixels from the top. */
export const forestRowMiddle = (line: number): number => line * row + row / 2 + 4;

interface Known extends Estimate {
  readonly beta: number;
}

const known = (estimate: Estimate): estimate is Known =>
  estimate.beta !== undefined && (estimate.se !== undefined || estimate.ends !== undefined);

/** The 95 % interval. */
function endsOf({ beta, se = 0, ends }: Known): Range {
  return ends ?? [beta - z95 * se, beta + z95 * se];
}

/** How much an estimate says: one over its variance. */
function precision(estimate: Known): number {
  const [low, high] = endsOf(estimate);
  const se = (high - low) / (2 * z95);
  return se > 0 ? 1 / se ** 2 : 0;
}

export function paintForest(forest: Forest, pen: Pen, size: Size, tokens: ChartTokens): void {
  const all = [...forest.studies, ...forest.combined];
  const head = headHeight(forest);
  const names = Math.min(Math.max(60, ...all.map((e) => textWidth(e.name) + 14)), size.width * 0.44);
  pen.rect({ x: 0, y: 0, width: size.width, height: size.height }, tokens.surface);
  const columns = paintNumbers(forest, pen, size.width, tokens);
  const words = Math.min(Math.max(...all.map((e) => textWidth(interval(e, forest.oddsRatio)))), size.width * 0.34);
  const x = linear(domainOf(forest), [names, columns - words - 10]);
  paintScale(forest, pen, x, { top: head, base: head + all.length * row + 8 }, tokens);
  const largest = Math.max(
    ...forest.studies
      .filter((e) => !e.subtotal)
      .filter(known)
      .map(precision),
  );
  all.forEach((estimate, i) => {
    const y = head + forestRowMiddle(i);
    const sum = i >= forest.studies.length || estimate.subtotal;
    const color = known(estimate) || estimate.heading ? tokens.text : tokens.faint;
    const strong = sum || estimate.heading;
    pen.text(0, y + 4, fitted(estimate.name, names - 8), { color, size: 12, weight: strong ? 600 : 400 });
    if (estimate.heading) return;
    pen.text(columns, y + 4, interval(estimate, forest.oddsRatio), { color, align: "end", weight: sum ? 600 : 400 });
    if (!known(estimate)) return;
    if (sum) paintDiamond(estimate, pen, x, y, tokens);
    else paintStudy(estimate, pen, x, y, tokens, largest);
  });
}

/** The columns of numbers from the right, with their headings; answers where they begin. */
function paintNumbers(forest: Forest, pen: Pen, width: number, tokens: ChartTokens): number {
  const head = headHeight(forest);
  if (head === 0) return width;
  const all = [...forest.studies, ...forest.combined];
  let right = width;
  for (const { name, text } of width < roomForNumbers ? [] : numbersOf(forest).reverse()) {
    pen.text(right, 14, name, { color: tokens.muted, align: "end" });
    all.forEach((estimate, i) => {
      const strong = i >= forest.studies.length || estimate.subtotal;
      const color = known(estimate) ? tokens.text : tokens.faint;
      pen.text(right, head + forestRowMiddle(i) + 4, text(estimate), {
        color,
        align: "end",
        weight: strong ? 600 : 400,
      });
    });
    right -= Math.max(textWidth(name), ...all.map((e) => textWidth(text(e)))) + 18;
  }
  pen.text(right, 14, measureOf(forest), { color: tokens.muted, align: "end" });
  return right;
}

function fitted(name: string, width: number): string {
  const most = Math.max(4, Math.floor(width / 6.4));
  return name.length > most ? `${name.slice(0, most - 1)}…` : name;
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
  readonly top: number;
  readonly base: number;
}

function paintScale(forest: Forest, pen: Pen, x: Scale, { top, base }: Extent, tokens: ChartTokens): void {
  const zero = x.map(0);
  pen.line([zero, top + 4, zero, base], { color: tokens.strong });
  pen.line([x.range[0], base, x.range[1], base], { color: tokens.line });
  for (const tick of ticksOf(forest, x)) {
    pen.line([x.map(tick.at), base, x.map(tick.at), base + 4], { color: tokens.strong });
    pen.text(x.map(tick.at), base + 16, tick.label, { color: tokens.faint, align: "middle" });
  }
  pen.text((x.range[0] + x.range[1]) / 2, base + 31, measureOf(forest), { color: tokens.muted, align: "middle" });
}

/** Nice odds ratios stand at their logarithms. */
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

/** "1.14 (1.12–1.16)", or the beta with its interval. */
export function interval(estimate: Estimate, oddsRatio: boolean): string {
  if (estimate.heading) return "";
  if (!known(estimate)) return "not in this study";
  const [low, high] = endsOf(estimate);
  const write = (value: number) => (oddsRatio ? Math.exp(value).toFixed(2) : value.toFixed(3));
  const dash = oddsRatio ? "–" : " to ";
  return `${write(estimate.beta)} (${write(low)}${dash}${write(high)})`;
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
      e.beta?.toFixed(4) ?? "–",
      e.se?.toFixed(4) ?? "–",
      formatP(e.negLog10P),
      ...numbers.map(({ text }) => text(e) || "–"),
    ]),
  };
}
