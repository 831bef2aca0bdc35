/**
 * The rows that pass a filter. Bounds are inclusive, zeros are values, and missing values never
 * pass.
 */

import type { Filter } from "../document/document";
import { own } from "../own";
import { missingCode } from "./cell";
import { asNumbers, asTexts, type Chunk, isNumbers, lengthOf } from "./chunk";
import type { FilterState, FilterValue } from "./questions";

/** A filter with what it is set to. */
export interface Asked {
  filter: Filter;
  value: FilterValue;
}

/** The filters that ask for something: hidden ones by their preset, the others as they are set. */
export function askedOf(filters: readonly Filter[], state: FilterState): Asked[] {
  return filters.flatMap((filter) => {
    const value = filter.hidden ? filter.preset : own(state, filter.id);
    return value !== undefined && asks(filter, value) ? [{ filter, value }] : [];
  });
}

const kinds = {
  contains: "texts",
  exact: "texts",
  choice: "texts",
  checklist: "texts",
  suggest: "texts",
  without: "texts",
  at_least: "number",
  at_most: "number",
  between: "bounds",
  outside: "bounds",
  slider: "bounds",
} as const satisfies Record<Filter["type"], string>;

/** What a filter is set to: texts, one number, or two bounds. */
const settingOf = ({ type }: Pick<Filter, "type">): (typeof kinds)[Filter["type"]] => kinds[type];

/** A value of another kind, as an old address may have it, asks nothing. */
function asks(filter: Filter, value: FilterValue): boolean {
  switch (settingOf(filter)) {
    case "texts":
      return Array.isArray(value) && value.some((text) => text !== "");
    case "number":
      return typeof value === "number" && !Number.isNaN(value);
    default: {
      const { low, high } = boundsOf(value);
      return low !== undefined || high !== undefined;
    }
  }
}

function boundsOf(value: FilterValue): { low?: number; high?: number } {
  return typeof value === "object" && !Array.isArray(value) ? (value as { low?: number; high?: number }) : {};
}

/** 1 for each row that passes. */
export function maskOf({ filter, value }: Asked, chunk: Chunk): Uint8Array<ArrayBuffer> {
  const mask = new Uint8Array(lengthOf(chunk));
  if (settingOf(filter) !== "texts") return maskOfNumbers(mask, asNumbers(chunk), filter, value);
  const passes = textTest(filter, value as readonly string[]);
  if (chunk.type === "list") return maskOfCodes(mask, chunk.codes, chunk.lists, (items) => items.some(passes), filter);
  // Numbers are not made texts of that stay: few filters ask for them.
  const texts = isNumbers(chunk) ? asTexts(chunk) : chunk;
  return maskOfCodes(mask, texts.codes, texts.texts, passes, filter);
}

/** Each different value is looked at once. */
function maskOfCodes<T>(
  mask: Uint8Array<ArrayBuffer>,
  codes: Uint32Array,
  values: readonly T[],
  holds: (value: T) => boolean,
  { type }: Filter,
): Uint8Array<ArrayBuffer> {
  const leavesOut = type === "without";
  const known = Uint8Array.from(values, (value) => Number(holds(value) !== leavesOut));
  for (let row = 0; row < mask.length; row += 1) {
    const code = codes[row] as number;
    mask[row] = code === missingCode ? Number(leavesOut) : (known[code] as number);
  }
  return mask;
}

/** NaN fails every comparison. No function is called for a row: there are millions. */
function maskOfNumbers(
  mask: Uint8Array<ArrayBuffer>,
  numbers: Float64Array,
  { type }: Filter,
  value: FilterValue,
): Uint8Array<ArrayBuffer> {
  const bounds = type === "at_least" ? { low: value } : type === "at_most" ? { high: value } : boundsOf(value);
  const { low = Number.NEGATIVE_INFINITY, high = Number.POSITIVE_INFINITY } = bounds as { low?: number; high?: number };
  if (type === "outside") {
    for (let row = 0; row < mask.length; row += 1) {
      const number = numbers[row] as number;
      if (number <= low || number >= high) mask[row] = 1;
    }
    return mask;
  }
  for (let row = 0; row < mask.length; row += 1) {
    const number = numbers[row] as number;
    if (number >= low && number <= high) mask[row] = 1;
  }
  return mask;
}

function textTest(filter: Filter, value: readonly string[]): (text: string) => boolean {
  const asked = value.filter((text) => text !== "");
  if (filter.type === "choice" || filter.type === "checklist") {
    const wanted = new Set(asked);
    return (text) => wanted.has(text);
  }
  const lower = asked.map((text) => text.toLowerCase());
  if (filter.type === "contains") {
    return (text) => {
      const read = text.toLowerCase();
      return lower.some((part) => read.includes(part));
    };
  }
  const wanted = new Set(lower);
  return (text) => wanted.has(text.toLowerCase());
}

/** Rows with one of the values. */
export function maskOfValues(values: readonly string[], chunk: Chunk): Uint8Array<ArrayBuffer> {
  const { codes, texts } = asTexts(chunk);
  const wanted = new Set(values);
  const known = texts.map((text) => wanted.has(text));
  return Uint8Array.from(codes, (code) => Number(known[code] ?? false));
}
