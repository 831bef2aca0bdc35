/** Linear scales, tick positions and tick words. Pure; no DOM. */

export type Range = readonly [number, number];

export interface Scale {
  readonly domain: Range;
  readonly range: Range;
  /** Data value to pixel. */
  map(value: number): number;
  /** Pixel to data value. */
  invert(pixel: number): number;
}

/** A linear scale. A domain of no width maps everything to the middle of the range. */
export function linear(domain: Range, range: Range): Scale {
  const [d0, d1] = domain;
  const [r0, r1] = range;
  const factor = d1 === d0 ? 0 : (r1 - r0) / (d1 - d0);
  const origin = d1 === d0 ? (r0 + r1) / 2 : r0;
  return {
    domain,
    range,
    map: (value) => origin + (value - d0) * factor,
    invert: (pixel) => (factor === 0 ? d0 : d0 + (pixel - r0) / factor),
  };
}

export interface Tick {
  readonly value: number;
  readonly label: string;
  /** Set if the label is for a range instead of a position: no grid line is drawn. */
  readonly bare?: boolean;
}

/** The step of 1, 2 or 5 times a power of ten that results in about `count` ticks over `span`. */
export function niceStep(span: number, count: number): number {
  if (!(span > 0) || count < 1) return 1;
  const raw = span / count;
  const power = 10 ** Math.floor(Math.log10(raw));
  const head = raw / power;
  if (head <= 1) return power;
  if (head <= 2) return 2 * power;
  if (head <= 5) return 5 * power;
  return 10 * power;
}

/** Decimals needed to write multiples of `step` without loss. */
export function decimalsOf(step: number): number {
  return Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
}

/**
 * About `count` ticks inside a domain, with as many decimals as needed; one if no two can be
 * distinguished.
 */
export function niceTicks(domain: Range, count: number): Tick[] {
  const [low, high] = domain;
  const step = niceStep(high - low, count);
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  if (!(high > low) || !Number.isSafeInteger(first) || !Number.isSafeInteger(last))
    return [{ value: low, label: String(low) }];
  const decimals = decimalsOf(step);
  const write = wordsOf(step, decimals);
  const ticks: Tick[] = [];
  for (let k = first; k <= last; k++) {
    const value = decimals > mostDecimals ? k * step : Number((k * step).toFixed(decimals));
    ticks.push({ value, label: write(value === 0 ? 0 : value) });
  }
  return ticks;
}

/** Numbers with more decimals than these, and far above a million millions, are written as 1.5e-12. */
const mostDecimals = 9;

function wordsOf(step: number, decimals: number): (value: number) => string {
  if (decimals > mostDecimals || step >= 1e12) {
    const power = Math.floor(Math.log10(step) + 1e-9);
    const digits = (value: number) => Math.min(20, Math.max(0, Math.floor(Math.log10(Math.abs(value)) + 1e-9) - power));
    return (value) => (value === 0 ? "0" : value.toExponential(digits(value)));
  }
  const words = new Intl.NumberFormat("en-US", { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  return (value) => words.format(value).replace("-", "−");
}

/** A domain from 0 to the first nice number that leaves a little air above `max`. */
export function upTo(max: number, count: number): Range {
  const wanted = Math.max(max, 1e-9) * 1.04;
  const step = niceStep(wanted, count);
  return [0, Number((Math.ceil(wanted / step) * step).toFixed(decimalsOf(step)))];
}
