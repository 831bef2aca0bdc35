/** Regions of the genome as people write them, and the result rows of one. Positions are 1-based, regions closed. */
import type { Schemas } from "@/api/client";
import { chromosomeName } from "@/ui/chart/genome";
import { formatLocus } from "@/ui/chart/words";

export interface Region {
  /** GWAS-SSF code. */
  readonly chromosome: number;
  readonly start: number;
  readonly end: number;
}

const pattern = /^\s*(?:chr)?([0-9]{1,2}|X|Y|MT?)\s*:\s*([0-9,]+)(?:\s*[-–]\s*([0-9,]+))?\s*$/i;

/** Half a megabase to either side: what a lead variant speaks for. */
const around = 500_000;

/** Reads "16:53,500,000-54,500,000", "chrX:1000-2000" or one position; undefined when it is none of these. */
export function parseRegion(text: string): Region | undefined {
  const [, name = "", from = "", to] = pattern.exec(text) ?? [];
  const chromosome = codeOf(name.toUpperCase());
  const start = Number(from.replaceAll(",", ""));
  if (!chromosome || !(start > 0)) return undefined;
  if (to === undefined) return regionAround(chromosome, start);
  const end = Number(to.replaceAll(",", ""));
  return end >= start ? { chromosome, start, end } : undefined;
}

function codeOf(name: string): number | undefined {
  if (name === "X") return 23;
  if (name === "Y") return 24;
  if (name === "M" || name === "MT") return 25;
  const code = Number(name);
  return code >= 1 && code <= 25 ? code : undefined;
}

export function regionAround(chromosome: number, position: number): Region {
  return { chromosome, start: Math.max(1, position - around), end: position + around };
}

/** As the server takes it: "16:53500000-54500000". */
export function regionText({ chromosome, start, end }: Region): string {
  return `${chromosomeName(chromosome)}:${start}-${end}`;
}

/** The same with separators, for people. */
export function regionWords({ chromosome, start, end }: Region): string {
  return `${formatLocus(chromosome, start)}–${new Intl.NumberFormat("en-US").format(end)}`;
}

export interface ResultRow {
  readonly chromosome: number;
  readonly position: number;
  readonly effectAllele: string;
  readonly otherAllele: string;
  readonly rsid: string;
  readonly beta: number | undefined;
  readonly se: number | undefined;
  readonly eaf: number | undefined;
  /** NaN when the row has no P. */
  readonly negLog10P: number;
  /** As the file writes it. */
  readonly p: string;
  readonly direction: string;
  readonly i2: number | undefined;
  readonly n: number | undefined;
}

/** Result rows by the names of their columns. */
export function parseRows({ columns, rows }: Schemas["ResultRows"]): ResultRow[] {
  const at = new Map(columns.map((name, i) => [name, i]));
  const text = (row: readonly string[], name: string): string => {
    const value = row[at.get(name) ?? -1] ?? "";
    return value === "NA" ? "" : value;
  };
  const number = (row: readonly string[], name: string): number | undefined => {
    const value = text(row, name);
    return value === "" ? undefined : Number(value);
  };
  return rows.map((row) => ({
    chromosome: codeOf(text(row, "chromosome").toUpperCase()) ?? 0,
    position: number(row, "base_pair_location") ?? 0,
    effectAllele: text(row, "effect_allele"),
    otherAllele: text(row, "other_allele"),
    rsid: text(row, "rsid"),
    beta: number(row, "beta"),
    se: number(row, "standard_error"),
    eaf: number(row, "effect_allele_frequency"),
    negLog10P: number(row, "neg_log_10_p_value") ?? Number.NaN,
    p: text(row, "p_value"),
    direction: text(row, "direction"),
    i2: number(row, "i2"),
    n: number(row, "n"),
  }));
}
