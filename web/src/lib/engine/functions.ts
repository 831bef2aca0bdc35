/**
 * The functions of expressions: a closed list. Missing arguments make the result missing, unless
 * the table states otherwise.
 */
import { type MathFunction, mathFunctions } from "../document/document";
import { locusText } from "./genome";
import { numberOf, roundTo } from "./numbers";

export type Kind = "number" | "text" | "boolean" | "list";

/** What a function takes: types of its arguments; the last one repeats when `more` is set. */
export interface Signature {
  takes: readonly (readonly Kind[])[];
  /** How many of these may be left out at the end. */
  optional?: number;
  more?: boolean;
  /** "same": that of its arguments, which have to be alike (of `if` the last two). */
  gives: Kind | "same";
  /** Of arguments that are all there. `if`, `coalesce` and `missing` are the compiler's, as they look at missing ones. */
  of?: (...values: never[]) => unknown;
}

const number = ["number"] as const;
const text = ["text"] as const;
const texts = ["text", "list"] as const;
const any = ["number", "text", "boolean", "list"] as const;

/** Functions of one number; what they have no number for is NaN. */
export const mathOf: Record<MathFunction, (x: number) => number> = {
  abs: Math.abs,
  ceil: (x) => Math.ceil(x) + 0,
  exp: Math.exp,
  exp2: (x) => 2 ** x,
  exp10: (x) => 10 ** x,
  floor: Math.floor,
  log: Math.log,
  log2: Math.log2,
  log10: Math.log10,
  neglog10: (x) => 0 - Math.log10(x),
  round: (x) => roundTo(x, 0),
  sign: Math.sign,
  sqrt: Math.sqrt,
};

/** The longest text that replacing makes, in characters: nested, it would fill the memory of a page. */
export const longestText = 100_000;

/** Missing where the result were longer. */
export function replaced(text: string, from: string, to: string): string | undefined {
  if (from === "") return text;
  const parts = text.split(from);
  if (parts.length === 1) return text;
  return text.length + (parts.length - 1) * (to.length - from.length) > longestText ? undefined : parts.join(to);
}

const sum = (...of: number[]) => of.reduce((a, b) => a + b, 0);
const written = (value: number | string | readonly string[]) =>
  typeof value === "object" ? value.join(", ") : String(value);

const math = Object.fromEntries(
  mathFunctions.map((name): [string, Signature] => [name, { takes: [number], gives: "number", of: mathOf[name] }]),
);

export const functions: Readonly<Record<string, Signature>> = {
  ...math,
  round: { takes: [number, number], optional: 1, gives: "number", of: (x: number, digits = 0) => roundTo(x, digits) },
  power: { takes: [number, number], gives: "number", of: (x: number, y: number) => x ** y },
  clamp: {
    takes: [number, number, number],
    gives: "number",
    of: (x: number, low: number, high: number) => Math.min(Math.max(x, low), high),
  },
  min: { takes: [number], more: true, gives: "number", of: Math.min },
  max: { takes: [number], more: true, gives: "number", of: Math.max },
  sum: { takes: [number], more: true, gives: "number", of: sum },
  mean: { takes: [number], more: true, gives: "number", of: (...of: number[]) => sum(...of) / of.length },
  if: { takes: [["boolean"], any, any], gives: "same" },
  coalesce: { takes: [any, any], more: true, gives: "same" },
  missing: { takes: [any], gives: "boolean" },
  length: {
    takes: [texts],
    gives: "number",
    of: (x: string | readonly string[]) => (typeof x === "string" ? [...x].length : x.length),
  },
  lower: { takes: [text], gives: "text", of: (x: string) => x.toLowerCase() },
  upper: { takes: [text], gives: "text", of: (x: string) => x.toUpperCase() },
  trim: { takes: [text], gives: "text", of: (x: string) => x.trim() },
  contains: {
    takes: [texts, text],
    gives: "boolean",
    of: (x: string | readonly string[], part: string) => Number(x.includes(part)),
  },
  starts: { takes: [text, text], gives: "boolean", of: (x: string, part: string) => Number(x.startsWith(part)) },
  ends: { takes: [text, text], gives: "boolean", of: (x: string, part: string) => Number(x.endsWith(part)) },
  replace: {
    takes: [text, text, text],
    gives: "text",
    of: replaced,
  },
  concat: { takes: [any], more: true, gives: "text" },
  number: { takes: [["text"]], gives: "number", of: (x: string) => numberOf(x) ?? Number.NaN },
  text: { takes: [any], gives: "text", of: written },
  locus: {
    takes: [["text", "number"], number],
    gives: "text",
    of: (chromosome: string | number, position: number) => locusText(String(chromosome), position) ?? "",
  },
};
