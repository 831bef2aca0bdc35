/** The pairs that a cohort can count, so that only numbers have to be typed. Pure; no DOM. */
import type { CohortCounts } from "@/api/sgc/sgc";
import { own } from "@/lib/own";
import type { TableKind } from "../../words";
import { fieldsOf } from "./fields";
import type { Grid, GridRow } from "./grid";

export const isPairs = (kind: TableKind): boolean => kind.startsWith("cooccurrence");

/** Every pair of phenotypes with cases, or with hidden ones, in the cases of the same sex; by code, without numbers. */
export function pairsToFill(kind: TableKind, counts: CohortCounts): string[][] {
  const rows = kind.endsWith("female") ? counts.female : counts.male;
  const codes = rows
    .filter(({ cases }) => cases.high > 0)
    .map(({ code }) => code)
    .sort((a, b) => (a < b ? -1 : 1));
  return codes.flatMap((a, at) => codes.slice(at + 1).map((b) => [a, b, ""]));
}

/** The column with the numbers of pairs; -1 where none is chosen. */
export function numberColumn(grid: Grid, mapping: Readonly<Record<string, string>> | undefined): number {
  const [number = ""] = fieldsOf("cooccurrence_male").flatMap(({ key, numeric }) => (numeric ? [key] : []));
  return grid.header.indexOf(own(mapping, number) ?? number);
}

/** Whether a row names something and has no number. */
export const isUncounted = ({ cells }: GridRow, column: number): boolean =>
  column >= 0 && (cells[column] ?? "").trim() === "" && cells.some((cell) => cell.trim() !== "");
