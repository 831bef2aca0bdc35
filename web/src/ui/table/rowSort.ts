import { useState } from "react";
import type { NumberOf } from "./column";
import { nextSort, type SortState, sortState } from "./sort";

/** The rows in the order of a number, equal ones as they were; what is not known comes last both ways. */
export function sortRows<Row>(rows: readonly Row[], value: NumberOf<Row>, descending: boolean): Row[] {
  const known = (row: Row) => value(row) != null && !Number.isNaN(value(row));
  const compare = (a: Row, b: Row) => (value(a) as number) - (value(b) as number);
  const sorted = rows.filter(known).sort(descending ? (a, b) => compare(b, a) : compare);
  return [...sorted, ...rows.filter((row) => !known(row))];
}

/** How a table whose rows are all there is sorted by the columns of its numbers. */
export interface RowSort<Row, By extends string = string> {
  rows: readonly Row[];
  stateOf: (by: By) => SortState;
  turn: (by: By) => void;
}

/** `values` has the number of each column; rows stay as they come until a heading is pressed. */
export function useRowSort<Row, By extends string>(
  rows: readonly Row[],
  values: Readonly<Record<By, NumberOf<Row>>>,
): RowSort<Row, By> {
  const [sort, setSort] = useState<string>();
  const value = sort === undefined ? undefined : values[sort.replace(/^-/, "") as By];
  return {
    rows: value && sort !== undefined ? sortRows(rows, value, sort.startsWith("-")) : rows,
    stateOf: (by) => sortState(sort, by),
    turn: (by) => setSort(nextSort(sort, by)),
  };
}
