import type { ColumnRole, ColumnType } from "./document";

/** A column of a table. A table of the contract fits, and so does what a test makes. */
export interface TableColumn {
  /** Its name in the file; unique. */
  id: string;
  /** Its header; unique. */
  source: string;
  type: ColumnType;
  role?: ColumnRole;
  /** Rows without a value. */
  missing?: number;
  /** How many different values; absent when there are more than 1,000. */
  distinct?: number;
  min?: number;
  max?: number;
  /** Id of the column with −log10 of these P values, where some are too small for a number. */
  neg_log_10?: string;
}

/** The data that a page shows. */
export interface TableInfo {
  columns: readonly TableColumn[];
  rows?: number;
  /** Size of the Parquet file. */
  bytes?: number;
  genome_build?: "GRCh37" | "GRCh38";
}
