import type { ReactNode } from "react";
import { sortState } from "./sort";

/** A column of a table of rows. */
interface ColumnBase<Row> {
  id: string;
  /** Heading, with the unit where there is one. */
  label: string;
  cell: (row: Row) => ReactNode;
  /** What the export writes; columns without it are not exported. */
  text?: (row: Row) => string;
  /** Secondary: shown in the muted colour. */
  muted?: boolean;
  /** Text of any length: two lines, cut at their end, whole in the tooltip. */
  clip?: boolean;
  /** One of many small columns: on a narrow screen its heading takes two lines and there is less space around it. */
  narrow?: boolean;
  /** Needs room: shown below 1360 px only if it is chosen; always exported. */
  wide?: boolean;
  /**
   * On a narrow screen, where a row is a card: state is next to the title, no is hidden unless the
   * rows are sorted by it, and named is in the second line after its heading. By default it is in
   * the second line, a text alone and a number after its heading.
   */
  card?: "state" | "named" | "no";
  /**
   * title: names the row, heads its card, cannot be hidden. menu: the row's actions, without a heading. choice: its box.
   * order: what cards can be sorted by besides, because another column shows it.
   */
  role?: "title" | "menu" | "choice" | "order";
  /** In place of the label at the head of a column of boxes: the box for all of them. */
  head?: ReactNode;
}

/** One column of a QueryTable, which the server sorts: `sort` is its word for that, and every number has one. */
export type TableColumn<Row> = ColumnBase<Row> &
  ({ /** Right-aligned tabular figures. */ numeric: true; sort: string } | { numeric?: false; sort?: string });

/** The number that rows are sorted by; what is not known comes last. */
export type NumberOf<Row> = (row: Row) => number | null | undefined;

/** One column of a short table, all of whose rows are there: every number is sorted by itself. */
export type PlainColumn<Row> = ColumnBase<Row> &
  ({ numeric: true; value: NumberOf<Row> } | { numeric?: false; value?: undefined });

/** Whether the user chose this order; the default need not be visible. */
export function isSortedBy<Row>({ sort }: TableColumn<Row>, current: string | undefined): boolean {
  return sort !== undefined && sortState(current, sort) !== "none";
}
