/** A value of a table; null is missing. A text is never empty: an empty one is missing. */
export type Cell = number | string | boolean | readonly string[] | null;

/** Stands in `codes` for a missing text. */
export const missingCode = 0xffff_ffff;

/** A cell that could not be made. `row` counts from 0 in the table as it was handed in. */
export interface Failure {
  row: number;
  /** Id of the column whose value was the trouble. */
  column: string;
  value: Cell;
  /** A whole sentence. */
  reason: string;
}
