import type { Filter, MathFunction, PageDocument } from "../document/document";
import type { Cell, Failure } from "./cell";
import type { Texts } from "./texts";

/** What a filter is set to: texts, a bound, or two bounds of which one may be open. Nothing at all is not asked. */
export type FilterValue = readonly string[] | number | { low?: number; high?: number };

/** By the id of the filter. The values of hidden filters always apply. */
export type FilterState = Readonly<Record<string, FilterValue>>;

export interface SortState {
  column: string;
  descending: boolean;
}

export type { Cell, Failure } from "./cell";
export { missingCode } from "./cell";

/** A column at some place of the steps. */
export interface ColumnState {
  id: string;
  title: string;
  type: PageDocument["columns"][number]["type"];
  role?: PageDocument["columns"][number]["role"];
  /** It is not in the table, or what makes it lacks something: all its cells are missing. */
  gone?: boolean;
}

/** Some rows of what a step reads and makes: the columns, and a list of cells for each row. */
export interface Sample {
  columns: string[];
  rows: { row: number; cells: Cell[] }[];
}

export interface StepReport {
  id: string;
  /** Why the step does nothing, as a sentence: what it reads is gone, or its expression has a fault. */
  fault?: string;
  /** Rows that were looked at so far; all of them when it is the `rows` of the answer. */
  rows: number;
  /** Of these, rows in which the step makes nothing. */
  missing: number;
  /** Of the missing ones, those that should have a value: the inputs are there. For a split, rows that lack a part. */
  failed: number;
  /** The first of them, at most 10. */
  first: Failure[];
  /** Of the first rows, and of a failure where there is one, at most 5. */
  before: Sample;
  after: Sample;
}

/** The facts that are known as soon as a document is used. */
export interface Prepared {
  revision: number;
  /** Of the table. */
  rows: number;
  /** One for each step that is on, in order. */
  steps: StepReport[];
  /** At the end. */
  columns: ColumnState[];
  /** By the id of the step: the columns before it. */
  before: Record<string, ColumnState[]>;
}

export interface RowsQuestion {
  filters: FilterState;
  sort?: SortState;
  /** From 0, the last one left out, of the rows that pass, in their order. */
  from: number;
  to: number;
  columns: readonly string[];
  /** Only rows whose star column has one of these values. */
  starred?: readonly string[];
}

export interface Row {
  /** 0-based in the original table. */
  row: number;
  /** In the order of the columns that were asked for. */
  cells: Cell[];
  /** With a comparison, for each column that was asked for and is compared: a cell for each group. */
  compared?: Record<string, Cell[]>;
}

export interface RowsAnswer {
  revision: number;
  /** Rows that pass; with a comparison, keys of which a row passes. */
  total: number;
  /** With a comparison: the groups, in the order of the cells. */
  groups?: string[];
  rows: Row[];
  /** −log10 of P values that are too small for a number, by column, in the order of the rows. */
  neg_log_10: Record<string, (number | null)[]>;
}

/**
 * A column, or −log10 of its P values: zero, values below 0 and above 1 are missing, and values
 * below the range of float64 are exact.
 */
export type ValueColumn = string | { neg_log_10: string };

/** NaN is missing; booleans are 0 and 1. */
export interface NumberValues {
  type: "number" | "boolean";
  numbers: Float64Array;
}

/**
 * `missingCode` is missing. A list is its items, joined by commas. Some texts may belong to no row,
 * and a text may occur twice.
 */
export interface TextValues {
  type: "text" | "list";
  codes: Uint32Array;
  texts: Texts;
}

export interface ValuesAnswer {
  revision: number;
  /** In the order that was asked for. */
  columns: (NumberValues | TextValues)[];
  /** The rows that pass, in the order of the table. */
  rows: Uint32Array;
}

export interface OptionsQuestion {
  column: string;
  filters: FilterState;
  /** The filter whose options these are: it does not narrow them itself. */
  of?: string;
  /** Only those that begin with it or hold a word that does, in any case. */
  prefix?: string;
  /** 200 by default. */
  most?: number;
}

export interface OptionsAnswer {
  revision: number;
  /** In natural order. With more than `most`, the most frequent ones. */
  options: { text: string; count: number }[];
  /** How many there are. */
  total: number;
}

export interface RangeAnswer {
  revision: number;
  /** Absent when the column has no number. */
  low?: number;
  high?: number;
  missing: number;
}

/**
 * What a page knows of its table. Answers are about the document that was used last: when another one is used before an
 * answer is there, its promise is rejected with an AbortError, as it is when the signal is aborted. So an older answer
 * never overtakes a newer one. No cell and no document makes it fail; bytes that cannot be read do.
 */
export interface Engine {
  /**
   * Uses this document from now on. Only changed parts are computed again, and only when requested.
   */
  use(document: PageDocument, signal?: AbortSignal): Promise<Prepared>;
  /** Counts the steps over all rows, where `use` has looked at the first of a long table only. */
  account(signal?: AbortSignal): Promise<{ revision: number; steps: StepReport[] }>;
  rows(question: RowsQuestion, signal?: AbortSignal): Promise<RowsAnswer>;
  /** Rows that pass, and all. */
  count(filters: FilterState, signal?: AbortSignal): Promise<{ revision: number; passing: number; rows: number }>;
  values(
    question: { columns: readonly ValueColumn[]; filters: FilterState },
    signal?: AbortSignal,
  ): Promise<ValuesAnswer>;
  options(question: OptionsQuestion, signal?: AbortSignal): Promise<OptionsAnswer>;
  /** Over all rows. `after` are functions that are applied first: what a bar measures with (`functionsBeforeBar`). */
  range(column: string, after?: readonly MathFunction[], signal?: AbortSignal): Promise<RangeAnswer>;
  /** Reads columns before anything is asked of them, in slices that other questions do not wait behind. */
  readAhead(columns: readonly ValueColumn[], signal?: AbortSignal): Promise<{ revision: number }>;
  /** Ends the worker. */
  close(): void;
}

/** Bytes of the table's Parquet file, `end` left out. */
export type ReadBytes = (start: number, end: number, signal?: AbortSignal) => Promise<ArrayBuffer>;

/** What the filters of a page begin with: the presets of those that are seen. */
export function filtersOf(document: PageDocument): FilterState {
  const asked = document.filters.filter((filter) => !filter.hidden && filter.preset !== undefined);
  return Object.fromEntries(asked.map((filter: Filter) => [filter.id, filter.preset as FilterValue]));
}
