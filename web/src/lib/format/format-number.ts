import { signed } from "./sign";

/** Numbers of statistics as people read them. Each is rounded once, before its form is chosen. */

const none = "–";

/** A P value from its −log10, two digits, without underflow: 58.39 → "4.1e-59", 1.3 → "0.050". The server writes the same. */
export function formatP(negLog10: number | null | undefined): string {
  if (negLog10 == null || !Number.isFinite(negLog10) || negLog10 < 0) return none;
  const exponent = -Math.ceil(negLog10);
  return twoDigits(10 ** (-negLog10 - exponent), exponent);
}

/** A P value that was written out in full, cut to two digits without being read as a number: it may be below 1e-308. */
export function shortenP(text: string): string {
  const [, digits, power = "0"] = /^(\d+(?:\.\d+)?)(?:e([-+]?\d+))?$/i.exec(text) ?? [];
  if (digits === undefined || Number(digits) === 0) return text || none;
  const [head = "", shift = ""] = Number(digits).toExponential().split("e");
  return twoDigits(Number(head), Number(shift) + Number(power));
}

/** head · 10^exponent with head from 1 to 10, both included. */
function twoDigits(head: number, exponent: number): string {
  let tenths = Math.round(head * 10);
  if (tenths === 100) {
    tenths = 10;
    exponent += 1;
  }
  if (exponent >= -3) return (tenths / 10 ** (1 - exponent)).toFixed(Math.max(0, 1 - exponent));
  return `${(tenths / 10).toFixed(1)}e${exponent}`;
}

/**
 * An allele frequency: three decimals, and for a rare allele enough for two significant digits of
 * it, or of 1 minus it, up to eight. The server uses the same format.
 */
export function formatFrequency(frequency: number | null | undefined): string {
  if (frequency == null || !Number.isFinite(frequency)) return none;
  const rare = Math.min(frequency, 1 - frequency);
  const told = rare > 0 && rare < 0.00099999 ? Math.min(1 - Math.floor(Math.log10(rare)), 8) : 3;
  return frequency.toFixed(told);
}

/** A number with up to `digits` significant digits, a dash if unknown. */
export function formatNumber(value: number | null | undefined, digits = 3): string {
  if (value == null || !Number.isFinite(value)) return none;
  const rounded = Number(value.toPrecision(digits));
  const size = Math.abs(rounded);
  const text = size !== 0 && (size >= 1e6 || size < 1e-4) ? rounded.toExponential(digits - 1) : String(rounded);
  return signed(text);
}

const compact = (digits: number) =>
  new Intl.NumberFormat("en-US", { notation: "compact", maximumSignificantDigits: digits });
const inMillions = { 3: compact(3), 4: compact(4) } as const;

/** A number on an axis, where positions of a chromosome are many millions: 16,640,000 → "16.6M". */
export function formatTick(value: number, digits: 3 | 4 = 3): string {
  const size = Math.abs(Number(value.toPrecision(digits)));
  return size >= 1e6 && size < 1e15 ? inMillions[digits].format(value).replace("-", "−") : formatNumber(value, digits);
}

/** A value of a column, in few digits: whole numbers stay as they are, as positions and counts cannot be rounded. */
export function formatValue(value: number | null | undefined, digits = 4): string {
  return Number.isSafeInteger(value) ? signed(String(value)) : formatNumber(value, digits);
}
