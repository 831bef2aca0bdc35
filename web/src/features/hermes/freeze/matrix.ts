/** The matrix of a freeze: phenotypes in rows, ancestries in columns, for one sex. */
import { useMemo } from "react";
import type { FreezeCell, FreezePlan, FreezeResult } from "@/api/hermes/freezes";
import { useNames } from "../dashboard/useNames";

export interface MatrixRow {
  code: string;
  description: string;
  /** By ancestry, in the order of the plan; undefined where no study fits. */
  cells: readonly (FreezeCell | undefined)[];
}

const keyOf = (phenotype: string, ancestry: string) => `${phenotype}\n${ancestry}`;

/** The rows for one sex; phenotypes without a cell of that sex are left out. */
export function rowsOf({ phenotypes, ancestries, cells }: FreezePlan, sex: string): MatrixRow[] {
  const found = new Map<string, FreezeCell>();
  for (const cell of cells) if (cell.sex === sex) found.set(keyOf(cell.phenotype, cell.ancestry), cell);
  return phenotypes
    .map(({ code, description }) => ({
      code,
      description,
      cells: ancestries.map((ancestry) => found.get(keyOf(code, ancestry))),
    }))
    .filter((row) => row.cells.some((cell) => cell !== undefined));
}

/** What a cell shows: the result that was asked for, or that of the meta-regression where all ancestries are together. */
export function shownResult(cell: FreezeCell, scheme: string | undefined): FreezeResult | undefined {
  if (cell.ancestry === "all") return cell.results[0];
  return scheme === undefined ? cell.results[0] : cell.results.find(({ name }) => name === scheme);
}

/** A cell, as the answers about loci name it. */
export type Place = Pick<FreezeCell, "phenotype" | "ancestry" | "sex">;

export type AncestryName = (code: string) => string;

/** The names of ancestries; "all" is the column of the meta-regression. */
export function useAncestryName(): AncestryName {
  const { ancestry } = useNames();
  return useMemo(() => (code) => (code === "all" ? "All ancestries" : (ancestry.get(code) ?? code)), [ancestry]);
}
