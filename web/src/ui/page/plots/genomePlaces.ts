/** Where the rows of a table lie on the genome, in order, whatever the order of the table. */

import { chromosomeLength } from "@/lib/genome/chromosomes";
import { chromosomeCode } from "@/lib/genome/region";
import type { BrowseBuild } from "@/lib/route/browse-address";
import { Genome } from "../../chart/genome";
import { inOrder, type PlotRows } from "./rows";

export interface Placed {
  readonly genome: Genome;
  /** Indices of rows with a place and a strength, by place. */
  readonly order: Uint32Array;
  /** For each index of `order`. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** GWAS-SSF code by row; 0 for a row that is left out. */
  readonly code: Uint8Array;
  /** For each code where its stretch of `order` begins, and behind the last one where it ends. */
  readonly starts: Uint32Array;
  readonly position: Float64Array;
  readonly noPlace: number;
  readonly noStrength: number;
  /** How the table writes each chromosome. */
  readonly written: ReadonlyMap<number, readonly string[]>;
}

const codes = 26;

export function placeRows(
  rows: PlotRows,
  place: { chromosome: string; position: string },
  y: Float64Array,
  build: BrowseBuild | undefined,
): Placed {
  const position = rows.numbers(place.position);
  const { furthest, starts, isOrdered, ...found } = lookThrough(rows, place.chromosome, position, y);
  const { code } = found;
  const genome = genomeFor(furthest, build);
  const order = isOrdered ? kept(code, starts) : ordered(code, position, starts);
  const isWhole = isOrdered && order.length === y.length;
  const offsets = Float64Array.from({ length: codes }, (_, on) => genome.place(on, 0) ?? Number.NaN);
  const x = new Float64Array(order.length);
  const heights = isWhole ? y : new Float64Array(order.length);
  for (let at = 0; at < x.length; at++) {
    const i = order[at] as number;
    x[at] = (offsets[code[i] as number] as number) + (position[i] as number);
    if (!isWhole) heights[at] = y[i] as number;
  }
  return { ...found, genome, order, starts, x, y: heights, position };
}

/** All that has to be known of each row, in one pass: a table may have millions. */
function lookThrough(rows: PlotRows, chromosome: string, position: Float64Array, y: Float64Array) {
  const { texts, of } = rows.listed(chromosome);
  const known = Uint8Array.from(texts, (text) => chromosomeCode(text.trim()) ?? 0);
  const isUsed = new Uint8Array(texts.length);
  const code = new Uint8Array(of.length);
  const furthest = new Float64Array(codes);
  const starts = new Uint32Array(codes + 1);
  let [noPlace, noStrength, isOrdered, before, beforeAt] = [0, 0, true, 0, 0];
  for (let i = 0; i < of.length; i++) {
    const text = of[i] as number;
    const at = position[i] as number;
    const on = text < known.length ? (known[text] as number) : 0;
    if (on > 0) isUsed[text] = 1;
    if (on === 0 || !(at > 0)) noPlace++;
    else if (!Number.isFinite(y[i] as number)) noStrength++;
    else {
      code[i] = on;
      starts[on + 1] = (starts[on + 1] as number) + 1;
      if (at > (furthest[on] as number)) furthest[on] = at;
      if (on < before || (on === before && at < beforeAt)) isOrdered = false;
      before = on;
      beforeAt = at;
    }
  }
  for (let on = 1; on < starts.length; on++) starts[on] = (starts[on] as number) + (starts[on - 1] as number);
  const written = new Map<number, string[]>();
  for (const text of inOrder([...new Set(texts.filter((_, i) => isUsed[i] === 1))])) {
    const on = chromosomeCode(text.trim()) as number;
    written.set(on, [...(written.get(on) ?? []), text]);
  }
  return { code, furthest, starts, isOrdered, noPlace, noStrength, written };
}

/** The chromosomes that have rows, as long as they are; longer when the data lie beyond that. */
function genomeFor(furthest: Float64Array, build: BrowseBuild | undefined): Genome {
  const lengths = [...furthest].flatMap((end, code) => {
    if (end === 0) return [];
    const known = chromosomeLength(build ?? "GRCh38", code) ?? 0;
    return [{ code, length: Math.max(known, end) }];
  });
  return Genome.of(lengths);
}

/** The included rows, in order. */
function kept(code: Uint8Array, starts: Uint32Array): Uint32Array {
  const order = new Uint32Array(starts[codes] as number);
  for (let i = 0, at = 0; i < code.length; i++) if (code[i] !== 0) order[at++] = i;
  return order;
}

/** By chromosome in one pass; a chromosome that is not in order is sorted. */
function ordered(code: Uint8Array, position: Float64Array, starts: Uint32Array): Uint32Array {
  const next = starts.slice();
  const order = new Uint32Array(starts[codes] as number);
  for (let i = 0; i < code.length; i++) {
    const on = code[i] as number;
    if (on === 0) continue;
    const at = next[on] as number;
    order[at] = i;
    next[on] = at + 1;
  }
  for (let c = 0; c + 1 < starts.length; c++) {
    const part = order.subarray(starts[c] as number, starts[c + 1] as number);
    if (!rises(part, position)) sortByPosition(part, position);
  }
  return order;
}

/** Bits that one pass sorts by, and the passes that all of a position of 32 bits takes. */
const digit = 11;
const passes = 3;
const lowest = 2 ** digit - 1;

/**
 * Rows of one position stay as they are. A table that is not in the order of the genome is sorted at every filter: digit by
 * digit, as a call for each pair of millions takes ten times as long.
 */
export function sortByPosition(part: Uint32Array, position: Float64Array): void {
  const keys = Uint32Array.from(part, (i) => position[i] as number);
  if (!part.every((i, at) => keys[at] === position[i])) {
    part.sort((a, b) => (position[a] as number) - (position[b] as number));
    return;
  }
  let [from, to] = [
    { keys, rows: part.slice() },
    { keys: new Uint32Array(part.length), rows: part.slice() },
  ];
  for (let pass = 0; pass < passes; pass++) {
    const next = beginnings(from.keys, pass * digit);
    for (let at = 0; at < part.length; at++) {
      const key = from.keys[at] as number;
      const on = (key >>> (pass * digit)) & lowest;
      const place = next[on] as number;
      next[on] = place + 1;
      to.keys[place] = key;
      to.rows[place] = from.rows[at] as number;
    }
    [from, to] = [to, from];
  }
  part.set(from.rows);
}

/** For each digit at a place of the keys, how many keys have a smaller one there. */
function beginnings(keys: Uint32Array, shift: number): Uint32Array {
  const next = new Uint32Array(lowest + 1);
  for (let at = 0; at < keys.length; at++) {
    const on = ((keys[at] as number) >>> shift) & lowest;
    next[on] = (next[on] as number) + 1;
  }
  for (let on = 0, before = 0; on < next.length; on++) {
    const count = next[on] as number;
    next[on] = before;
    before += count;
  }
  return next;
}

function rises(part: Uint32Array, position: Float64Array): boolean {
  for (let at = 1; at < part.length; at++) {
    if ((position[part[at - 1] as number] as number) > (position[part[at] as number] as number)) return false;
  }
  return true;
}
