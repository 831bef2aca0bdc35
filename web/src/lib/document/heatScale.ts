import type { TableColumn } from "./table";

/** The colours that a heat map begins with: as far on either side of no effect as the data go, and to 1 where nothing is known of them. */
export function heatScale(column: Pick<TableColumn, "min" | "max"> | undefined) {
  const size = Math.max(Math.abs(column?.min ?? 0), Math.abs(column?.max ?? 0)) || 1;
  return { low: -size, middle: 0, high: size, reverse: false };
}
