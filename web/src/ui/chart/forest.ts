/** Draws a forest plot: an estimate with its 95 % interval per study, and diamonds for the combined ones. */
import { textWidth } from "./layout";
import type { Size } from "./model";
import type { Pen } from "./pen";
import { linear, niceTicks, type Range, type Scale } from "./scale";
import type { Twin } from "./TwinTable";
import type { ChartTokens } from "./tokens";
import { formatP } from "./words";

export interface Estimate {
  readonly name: string;
  /** Undefined for a study that lacks the variant. */
  readonly beta: number | undefined;
  readonly se: number | undefined;
  /** −log10 P. */
  readonly negLog10P?: number | undefined;
}

export interface Forest {
  /** The variant, for the title of exports. */
  readonly title: string;
  readonly studies: readonly Estimate[];
  /** Drawn as diamonds below. */
  readonly combined: readonly Estimate[];
  /** Effects are log odds and are written as odds ratios. */
  readonly oddsRatio: boolean;
}

const row = 22;
const z95 = 1.959963984540054;

export const forestHeight = (forest: Forest): number => (forest.studies.length + forest.combined.length) * row + 42;

interface Known extends Estimate {
  readonly beta: number;
  readonly se: number;
}

const known = (estimate: Estimate): estimate is Known => estimate.beta !== undefined && estimate.se !== undefined;

export function paintForest(forest: Forest, pen: Pen, size: Size, tokens: ChartTokens): void {
  const all = [...forest.studies, ...forest.combined];
  const names = Math.min(Math.max(60, ...all.map((e) => textWidth(e.name) + 14)), size.width * 0.44);
  const words = Math.min(Math.max(...all.map((e) => textWidth(interval(e, forest.oddsRatio)))), size.width * 0.34);
  const x = linear(domainOf(forest), [names, size.width - words - 10]);
  const base = all.length * row + 8;
  pen.rect({ x: 0, y: 0, width: size.width, height: size.height }, tokens.surface);
  paintScale(forest, pen, x, base, tokens);
  const largest = Math.max(...forest.studies.filter(known).map((e) => 1 / e.se ** 2));
  all.forEach((estimate, i) => {
    const y = i * row + row / 2 + 4;
    const sum = i >= forest.studies.length;
    const color = known(estimate) ? tokens.text : tokens.faint;
    pen.text(0, y + 4, fitted(estimate.name, names - 8), { color, size: 12, weight: sum ? 600 : 400 });
    pen.text(size.width, y + 4, interval(estimate, forest.oddsRatio), { color, align: "end", weight: sum ? 600 : 400 });
    if (!known(estimate)) return;
    if (sum) paintDiamond(estimate, pen, x, y, tokens);
    else paintStudy(estimate, pen, x, y, tokens, largest);
  });
}

function fitted(name: string, width: number): string {
  const most = Math.max(4, Math.floor(width / 6.4));
  return name.length > most ? `${name.slice(0, most - 1)}…` : name;
}

function domainOf(forest: Forest): Range {
  const ends = [...forest.studies, ...forest.combined]
    .filter(known)
    .flatMap((e) => [e.beta - z95 * e.se, e.beta + z95 * e.se]);
  const low = Math.min(0, ...ends);
  const high = Math.max(0, ...ends);
  const air = (high - low || 1) * 0.06;
  return [low - air, high + air];
}

function paintScale(forest: Forest, pen: Pen, x: Scale, base: number, tokens: ChartTokens): void {
  const zero = x.map(0);
  pen.line([zero, 4, zero, base], { color: tokens.strong });
  pen.line([x.range[0], base, x.range[1], base], { color: tokens.line });
  for (const tick of ticksOf(forest, x)) {
    pen.line([x.map(tick.at), base, x.map(tick.at), base + 4], { color: tokens.strong });
    pen.text(x.map(tick.at), base + 16, tick.label, { color: tokens.faint, align: "middle" });
  }
  const label = forest.oddsRatio ? "OR (95 % CI)" : "Beta (95 % CI)";
  pen.text((x.range[0] + x.range[1]) / 2, base + 31, label, { color: tokens.muted, align: "middle" });
}

/** Nice odds ratios stand at their logarithms. */
function ticksOf(forest: Forest, x: Scale): { at: number; label: string }[] {
  const count = Math.max(3, Math.floor((x.range[1] - x.range[0]) / 40));
  if (!forest.oddsRatio) return niceTicks(x.domain, count).map((t) => ({ at: t.value, label: t.label }));
  const ticks = niceTicks([Math.exp(x.domain[0]), Math.exp(x.domain[1])], count);
  return ticks.filter((t) => t.value > 0).map((t) => ({ at: Math.log(t.value), label: t.label }));
}

/** A square whose area follows the weight of the study. */
function paintStudy(e: Known, pen: Pen, x: Scale, y: number, tokens: ChartTokens, largest: number): void {
  pen.line([x.map(e.beta - z95 * e.se), y, x.map(e.beta + z95 * e.se), y], { color: tokens.first, width: 1.6 });
  const side = 4 + 6 * Math.sqrt(1 / e.se ** 2 / largest);
  pen.squares([x.map(e.beta), y], side, tokens.first);
}

function paintDiamond(e: Known, pen: Pen, x: Scale, y: number, tokens: ChartTokens): void {
  const left = x.map(e.beta - z95 * e.se);
  const right = Math.max(x.map(e.beta + z95 * e.se), left + 4);
  pen.polygon([left, y, x.map(e.beta), y - 6, right, y, x.map(e.beta), y + 6], tokens.highlight);
}

/** "1.14 (1.12–1.16)", or the beta with its interval. */
export function interval(estimate: Estimate, oddsRatio: boolean): string {
  if (!known(estimate)) return "not in this study";
  const { beta, se } = estimate;
  const write = (value: number) => (oddsRatio ? Math.exp(value).toFixed(2) : value.toFixed(3));
  const dash = oddsRatio ? "–" : " to ";
  return `${write(beta)} (${write(beta - z95 * se)}${dash}${write(beta + z95 * se)})`;
}

export function forestTwin(forest: Forest): Twin {
  return {
    caption: `Estimates of ${forest.title} by study`,
    columns: [
      { name: "Study" },
      { name: forest.oddsRatio ? "OR (95 % CI)" : "Beta (95 % CI)", kind: "number" },
      { name: "Beta", kind: "number" },
      { name: "SE", kind: "number" },
      { name: "P", kind: "number" },
    ],
    rows: [...forest.studies, ...forest.combined].map((e) => [
      e.name,
      interval(e, forest.oddsRatio),
      e.beta?.toFixed(4) ?? "–",
      e.se?.toFixed(4) ?? "–",
      formatP(e.negLog10P),
    ]),
  };
}
