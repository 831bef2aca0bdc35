/** The result rows of a region. */
import type { Schemas } from "@/api/client";
import { chromosomeCode } from "@/lib/genome/region";

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
    chromosome: chromosomeCode(text(row, "chromosome")) ?? 0,
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
