/** How figures write numbers and variants. */
import { chromosomeName } from "./genome";

const grouped = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

/** A P value from its −log10, two digits, without underflow: 58.39 → "4.1e-59", 1.3 → "0.050". */
export function formatP(negLog10: number | null | undefined): string {
  if (negLog10 == null || !Number.isFinite(negLog10)) return "–";
  if (negLog10 < 3) return (10 ** -negLog10).toPrecision(2);
  let exponent = -Math.ceil(negLog10);
  let head = 10 ** (-negLog10 - exponent);
  if (head >= 9.95) {
    head /= 10;
    exponent += 1;
  }
  return `${head.toFixed(1)}e${exponent}`;
}

/** A P value that was written out in full, cut to two digits without being read as a number: it may be below 1e-308. */
export function shortenP(text: string): string {
  const [, head, exponent] = /^(\d+(?:\.\d+)?)(e[-+]?\d+)?$/i.exec(text) ?? [];
  if (head === undefined) return text || "–";
  return `${Number(Number(head).toPrecision(2))}${exponent ?? ""}`;
}

/** "4:111,718,067" */
export function formatLocus(chromosome: number, position: number): string {
  return `${chromosomeName(chromosome)}:${grouped.format(position)}`;
}

/** A number of up to `digits` significant digits, a dash for what is not known. */
export function formatNumber(value: number | null | undefined, digits = 3): string {
  if (value == null || !Number.isFinite(value)) return "–";
  if (value !== 0 && (Math.abs(value) >= 1e6 || Math.abs(value) < 1e-4)) return value.toExponential(digits - 1);
  return String(Number(value.toPrecision(digits)));
}

export const formatWhole = (value: number | null | undefined): string => (value == null ? "–" : grouped.format(value));
