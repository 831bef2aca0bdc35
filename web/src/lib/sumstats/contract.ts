/** One column that was recognised, as the server's reader describes it. */
export interface InspectedColumn {
  field: string;
  column: string;
  confidence: "certain" | "likely" | "ask";
  reason?: string;
  /** The one plain question when the confidence is ask. */
  question?: string;
  /** The analysis that the column belongs to, where a file holds several. */
  set?: string;
  examples?: string[];
  min?: string;
  max?: string;
  /** 0 to 1. */
  share_missing?: number;
}

/** The columns of one analysis. */
export interface ColumnSet {
  name: string;
  columns: Mapping;
}

export interface UnmappedColumn {
  column: string;
  reason?: string;
  examples?: string[];
}

/** What a file of summary statistics is, by its first lines. */
export interface Inspection {
  format: string;
  format_label?: string;
  compression: string;
  delimiter: string;
  encoding: string;
  build: { guess: string; share_37?: number | null; share_38?: number | null; reason?: string };
  columns: InspectedColumn[];
  /** Analyses side by side, of which one has to be chosen. */
  sets?: ColumnSet[];
  unmapped: UnmappedColumn[];
  findings: { severity: "info" | "warn" | "block"; code: string; message: string; line?: number }[];
  header: string[];
  sample_rows: string[][];
}

/** A field that can be read from a file, and the headers that are recognised for it. */
export interface FieldDoc {
  field: string;
  label: string;
  description: string;
  needed: boolean;
  /** Sets of other fields; when all of one set are mapped, this field may be left out. */
  instead: string[][];
  headers: string[];
}

/** Canonical field to the header as it stands in the file. */
export type Mapping = Record<string, string>;
