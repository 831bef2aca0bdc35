import { useState } from "react";
import type { DatasetSheetRow } from "@/api/datasets/datasets";
import { rowsOf, type Shown } from "./preview";

interface Order {
  revision: number | undefined;
  shown: Shown;
  lines: number[];
}

/**
 * The rows to show, those with problems first. A fixed row stays in place until another sheet or
 * other rows are chosen, so that nothing moves. `revision` is undefined while the rows are those of
 * an earlier sheet.
 */
export function useShownRows(rows: readonly DatasetSheetRow[], shown: Shown, revision: number | undefined) {
  const [order, setOrder] = useState<Order>();
  const byLine = new Map(rows.map((row) => [row.line, row]));
  const kept = order?.lines.flatMap((line) => byLine.get(line) ?? []) ?? [];
  const other = order === undefined || order.shown !== shown || kept.length < order.lines.length;
  const next = revision !== undefined && order?.revision !== revision;
  if (!other && !next) return kept;
  const sorted = rowsOf(rows, shown);
  setOrder({ revision: revision ?? order?.revision, shown, lines: sorted.map((row) => row.line) });
  return sorted;
}
