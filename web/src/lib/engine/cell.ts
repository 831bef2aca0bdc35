/** A value of a table; null is missing. A text is never empty: an empty one is missing. */
export type Cell = number | string | boolean | readonly string[] | null;

/** The code of a missing text in `codes`. */
export const missingCode = 0xffff_ffff;

/** A cell that could not be computed. `row` is 0-based in the original table. */
export interface Failure {
  row: number;
  /** Id of the column whose value was the trouble. */
  column: string;
  value: Cell;
  /** A whole sentence. */
  reason: string;
}
