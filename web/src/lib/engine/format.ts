/**
 * How a cell is shown, as a description: a page draws it. Formats work one after the other, each on what the one before made.
 * What a format cannot be used on stays as it is.
 */
import type { Format, MathFunction } from "../document/document";
import type { Cell } from "./cell";
import { mathOf } from "./functions";
import { addressOf } from "./link";
import { numberOf, roundTo } from "./numbers";

export interface ShownLink {
  /** http, https or mailto. */
  href: string;
  new_tab: boolean;
  as: "text" | "button";
}

export interface Part {
  text: string;
  /** All of a text that is shortened. */
  full?: string;
  link?: ShownLink;
}

export interface Shown {
  /** One, or one for each item. */
  parts: Part[];
  as: "text" | "list" | "chips";
  missing: boolean;
  direction?: "up" | "down" | "level";
  /** Percent of the cell's width; the colour marks values below zero. */
  bar?: { width: number; negative: boolean };
  /** What a button copies. */
  copy?: string;
}

/** What a cell is shown with beside its value. */
export interface CellContext {
  /** Other cells of the row, by the id of their column. */
  cell: (id: string) => Cell | undefined;
  /** Of the column, after `functionsBeforeBar`: what a bar measures with. */
  range?: { low?: number; high?: number };
  /** −log10 of a P value that is too small for a number. */
  neg_log_10?: number | null;
  /** A number is shown with four digits by default. */
  calculated?: boolean;
}

const missingText = "—";

/** The functions that are applied before the bar of a column is measured; undefined when it has no bar. */
export function functionsBeforeBar(formats: readonly Format[]): MathFunction[] | undefined {
  const at = formats.findIndex(({ type }) => type === "bar");
  return at < 0
    ? undefined
    : formats.slice(0, at).flatMap((format) => (format.type === "math" ? [format.function] : []));
}

/** The input of a format: the value, and its current display. */
interface Running {
  value: Cell;
  shown: Shown;
}

export function showCell(value: Cell, formats: readonly Format[], context: CellContext): Shown {
  let running: Running = { value, shown: plain(value, context.neg_log_10, context.calculated ? 4 : 15) };
  for (const format of formats) running = apply(running, format, context);
  return running.shown;
}

function plain(value: Cell, exact?: number | null, digits = 15): Shown {
  const texts = exact != null && value === 0 ? [textOfTiny(exact)] : textsOf(value, digits);
  return { parts: texts.map((text) => ({ text })), as: "text", missing: value === null };
}

function textsOf(value: Cell, digits = 15): string[] {
  if (value === null) return [missingText];
  if (typeof value === "object") return [...value];
  return [typeof value === "number" ? numberText(value, digits) : String(value)];
}

/** Fifteen digits leave out the last ones, which are those of binary fractions. A whole number has them all. */
function numberText(number: number, digits = 15): string {
  const rounded = Number(number.toPrecision(Number.isInteger(number) ? 15 : digits));
  return String(Number.isFinite(rounded) ? rounded : number);
}

/** 10^−x with three digits, also below the range of float64: 411.49 → 3.24e-412. */
function textOfTiny(negLog10: number, digits = 2): string {
  const exponent = Math.ceil(negLog10);
  const head = 10 ** (exponent - negLog10);
  const written = head.toFixed(digits);
  return Number(written) >= 10 ? `${(1).toFixed(digits)}e-${exponent - 1}` : `${written}e-${exponent}`;
}

function apply(running: Running, format: Format, context: CellContext): Running {
  const number = numberIn(running.value);
  switch (format.type) {
    case "math":
      return number === undefined ? running : withNumber(running, mathOf[format.function](number));
    case "decimals":
      return number === undefined ? running : decimals(running, number, format.digits);
    case "scientific":
      return number === undefined ? running : written(running, scientific(number, format.digits, context));
    case "direction":
      return number === undefined ? running : shownWith(running, { direction: directionOf(number, format.reverse) });
    case "bar":
      return bar(running, number, format, context);
    case "link":
      return link(running, format, context);
    case "list":
    case "chips":
      return running.shown.missing ? running : shownWith(running, { as: format.type === "list" ? "list" : "chips" });
    case "shorten":
      return shorten(running, format.to, format.from);
    case "copy":
      return running.shown.missing ? running : shownWith(running, { copy: copied(running) });
  }
}

function numberIn(value: Cell): number | undefined {
  if (typeof value === "number") return value;
  const number = typeof value === "string" ? numberOf(value) : undefined;
  return number === undefined || Number.isNaN(number) ? undefined : number;
}

const shownWith = ({ value, shown }: Running, more: Partial<Shown>): Running => ({
  value,
  shown: { ...shown, ...more },
});

/** Another number from here on: its old text is dropped, except links, which keep their addresses. */
function withNumber(running: Running, number: number): Running {
  const value = Number.isFinite(number) ? number : null;
  const { parts, missing } = plain(value);
  return {
    value,
    shown: { ...running.shown, missing, parts: relabelled(running.shown.parts, parts[0]?.text ?? missingText) },
  };
}

const relabelled = (parts: readonly Part[], text: string): Part[] => {
  const link = parts[0]?.link;
  return [{ text, ...(link ? { link } : {}) }];
};

const written = (running: Running, text: string): Running =>
  shownWith(running, { parts: relabelled(running.shown.parts, text) });

function decimals(running: Running, number: number, digits: number): Running {
  const rounded = roundTo(number, digits);
  return { ...written(running, rounded.toFixed(digits)), value: rounded };
}

/** Small and large ones with an exponent, the others as they are read, with up to seven decimals. */
function scientific(number: number, digits: number, { neg_log_10 }: CellContext): string {
  if (number === 0) return neg_log_10 == null ? "0" : textOfTiny(neg_log_10, digits);
  const size = Math.abs(number);
  return size < 1e-5 || size >= 1e7 ? number.toExponential(digits) : String(Number(number.toFixed(7)));
}

function directionOf(number: number, reverse = false): NonNullable<Shown["direction"]> {
  if (number === 0) return "level";
  return number > 0 === !reverse ? "up" : "down";
}

function bar(
  running: Running,
  number: number | undefined,
  format: Format & { type: "bar" },
  { range }: CellContext,
): Running {
  const { low, high } = range ?? {};
  if (number === undefined || low === undefined || high === undefined) {
    return shownWith(running, { bar: { width: format.empty, negative: false } });
  }
  // A column with one value has full bars.
  const share = high === low ? 1 : (number - low) / (high - low);
  const width = Math.floor(100 * Math.min(1, Math.max(0, share)));
  return shownWith(running, { bar: { width: format.reverse ? 100 - width : width, negative: number < 0 } });
}

/** Each item has its own link. Without a value, or with another scheme, there is no link. */
function link(running: Running, { to, new_tab, as, label }: Format & { type: "link" }, context: CellContext): Running {
  const { value, shown } = running;
  if (shown.missing) return running;
  const values =
    typeof value === "object" && value !== null ? value : [typeof value === "number" ? numberText(value) : value];
  const parts = shown.parts.map((part, at): Part => {
    const href = addressOf(to, (id) => (id === "value" ? values[at] : context.cell(id)) ?? null);
    return href === undefined ? part : { ...part, text: label || part.text, link: { href, new_tab, as } };
  });
  return shownWith(running, { parts });
}

function shorten(running: Running, to: number, from: "start" | "end"): Running {
  const parts = running.shown.parts.map((part): Part => {
    const letters = [...part.text];
    if (letters.length <= to) return part;
    const text = from === "start" ? `${letters.slice(0, to).join("")}…` : `…${letters.slice(-to).join("")}`;
    return { ...part, text, full: part.full ?? part.text };
  });
  return shownWith(running, { parts });
}

const copied = ({ value, shown }: Running): string =>
  typeof value === "object" ? textsOf(value).join(", ") : shown.parts.map(({ full, text }) => full ?? text).join(", ");
