/** Where the rows of a table lie on the genome, in order, whatever the order of the table. */
import type { BrowseBuild } from "@/lib/browse-address";
import { chromosomeLength } from "@/lib/chromosomes";
import { chromosomeCode } from "@/lib/region";
import { Genome } from "../../chart/genome";
import type { PlotRows } from "./rows";

export interface Placed {
  readonly genome: Genome;
  /** Indices of rows with a place and a strength, by place. */
  readonly order: Uint32Array;
  /** For each index of `order`. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** GWAS-SSF code by row; 0 for none. */
  readonly code: Uint8Array;
  readonly position: Float64Array;
  readonly noPlace: number;
  readonly noStrength: number;
  /** How the table writes each chromosome. */
  readonly written: ReadonlyMap<number, readonly string[]>;
}

const codes = 26;

/** GWAS-SSF codes of a column, and the texts that stand for each. */
function codesOf(rows: PlotRows, column: string): { code: Uint8Array; written: Map<number, string[]> } {
  const { texts, of } = rows.groups(column);
  const known = texts.map((text) => chromosomeCode(text.trim()) ?? 0);
  const written = new Map<number, string[]>();
  known.forEach((code, i) => {
    if (code > 0) written.set(code, [...(written.get(code) ?? []), texts[i] as string]);
  });
  const code = new Uint8Array(of.length);
  for (let i = 0; i < code.length; i++) code[i] = known[of[i] as number] ?? 0;
  return { code, written };
}

export function placeRows(
  rows: PlotRows,
  place: { chromosome: string; position: string },
  y: Float64Array,
  build: BrowseBuild | undefined,
): Placed {
  const { code, written } = codesOf(rows, place.chromosome);
  const position = rows.numbers(place.position);
  const furthest = new Float64Array(codes);
  const counts = new Uint32Array(codes + 1);
  let [noPlace, noStrength, kept] = [0, 0, 0];
  for (let i = 0; i < rows.length; i++) {
    const at = position[i] as number;
    const on = code[i] as number;
    if (on === 0 || !(at > 0)) noPlace++;
    else if (!Number.isFinite(y[i] as number)) noStrength++;
    else {
      kept++;
      counts[on + 1] = (counts[on + 1] as number) + 1;
      if (at > (furthest[on] as number)) furthest[on] = at;
    }
  }
  const genome = genomeFor(furthest, build);
  const order = ordered({ code, position, y, counts, kept });
  const starts = Float64Array.from({ length: codes }, (_, on) => genome.place(on, 0) ?? Number.NaN);
  const x = new Float64Array(order.length);
  const heights = new Float64Array(order.length);
  for (let at = 0; at < order.length; at++) {
    const i = order[at] as number;
    x[at] = (starts[code[i] as number] as number) + (position[i] as number);
    heights[at] = y[i] as number;
  }
  return {
    genome,
    order,
    x,
    y: heights,
    code,
    position,
    noPlace,
    noStrength,
    written,
  };
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

interface Unordered {
  code: Uint8Array;
  position: Float64Array;
  y: Float64Array;
  /** Rows of each chromosome, one further. */
  counts: Uint32Array;
  kept: number;
}

/** By chromosome in one pass; a chromosome that is not in order is sorted. */
function ordered({ code, position, y, counts, kept }: Unordered): Uint32Array {
  const starts = counts.slice();
  for (let c = 1; c < starts.length; c++) starts[c] = (starts[c] as number) + (starts[c - 1] as number);
  const next = starts.slice();
  const order = new Uint32Array(kept);
  for (let i = 0; i < code.length; i++) {
    const on = code[i] as number;
    if (on === 0 || !((position[i] as number) > 0) || !Number.isFinite(y[i] as number)) continue;
    const at = next[on] as number;
    order[at] = i;
    next[on] = at + 1;
  }
  for (let c = 0; c + 1 < starts.length; c++) {
    const part = order.subarray(starts[c] as number, starts[c + 1] as number);
    if (!rises(part, position)) part.sort((a, b) => (position[a] as number) - (position[b] as number));
  }
  return order;
}

function rises(part: Uint32Array, position: Float64Array): boolean {
  for (let at = 1; at < part.length; at++) {
    if ((position[part[at - 1] as number] as number) > (position[part[at] as number] as number)) return false;
  }
  return true;
}
