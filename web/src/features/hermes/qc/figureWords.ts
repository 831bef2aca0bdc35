import { plural } from "@/lib/format/format";
import type { QcReport } from "./report";

export const frequencyTitle = "Frequency against panel";
export const pzTitle = "P against P of Z";

/** Height of the square figures, in px. */
export const square = 270;

/** Said under figures that show more than the clean file; undefined when they show that. */
export function drawnFrom(report: QcReport): string | undefined {
  if (report.figures_from !== "read") return undefined;
  const kept = report.rows_clean === 0 ? "none was" : `only ${plural(report.rows_clean, "row was", "rows were")}`;
  return `Drawn from the rows read: ${kept} kept.`;
}
