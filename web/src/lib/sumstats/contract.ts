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

/** One thing about the columns that a person decides; an answer settles all of its fields. */
export interface ColumnQuestion {
  fields: string[];
  question: string;
  /** Sentences: why it is asked, and what is known. */
  evidence: string[];
  options: ColumnAnswer[];
}

export interface ColumnAnswer {
  label: string;
  /** Field to column; an empty column does without the field. */
  columns: Mapping;
  likely?: boolean;
}

/** A sample size that the file tells. */
export interface StudyTotal {
  value: number;
  source: "stated" | "rows";
  varies: boolean;
  /** Where it stands, as a sentence. */
  reason: string;
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
  /** Counts of variants whose position on both builds is known, and of those that lie there. */
  build: { guess: string; known: number; at_37: number; at_38: number; reason?: string };
  columns: InspectedColumn[];
  /** Analyses side by side, of which one has to be chosen. */
  sets?: ColumnSet[];
  questions: ColumnQuestion[];
  totals: { n?: StudyTotal; n_cases?: StudyTotal; n_controls?: StudyTotal };
  /** The program that made the analysis, where the file tells. */
  program?: string;
  effect_scale?: { scale: string; confidence: "certain" | "likely" | "ask"; reason: string; question?: string };
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
