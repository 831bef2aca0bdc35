import type { ReactNode } from "react";

/** One column of a QueryTable. */
export interface TableColumn<Row> {
  id: string;
  /** Heading, with the unit where there is one. */
  label: string;
  cell: (row: Row) => ReactNode;
  /** What the export writes; columns without it are not exported. */
  text?: (row: Row) => string;
  /** The server's word for sorting by this column; absent when it cannot. */
  sort?: string;
  /** Right-aligned tabular figures. */
  numeric?: boolean;
  /** Secondary: shown in the muted colour. */
  muted?: boolean;
  /** Text of any length: two lines, cut at their end, whole in the tooltip. */
  clip?: boolean;
  /** One of many small columns: on a narrow screen its heading takes two lines and there is less space around it. */
  narrow?: boolean;
  /** Only on wide screens: neither shown nor offered below 1360 px; always exported. */
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

/** Next sort word after a click on a heading: ascending, descending, back to the default. */
export function nextSort(current: string | undefined, key: string): string | undefined {
  if (current === key) return `-${key}`;
  if (current === `-${key}`) return undefined;
  return key;
}

export type SortState = "ascending" | "descending" | "none";

export function sortState(current: string | undefined, key: string): SortState {
  if (current === key) return "ascending";
  if (current === `-${key}`) return "descending";
  return "none";
}

/** Whether the user chose this order; the default need not be visible. */
export function isSortedBy<Row>({ sort }: TableColumn<Row>, current: string | undefined): boolean {
  return sort !== undefined && sortState(current, sort) !== "none";
}
