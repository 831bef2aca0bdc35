import type { ReactNode } from "react";
import classes from "../data.module.css";
import type { NumberOf } from "./column";
import { NumberHead } from "./NumberHead";
import { useRowSort } from "./rowSort";
import { ScrollRegion } from "./ScrollRegion";

interface ColumnBase<Row> {
  label: string;
  /** In place of the label. */
  head?: ReactNode;
  /** It names the row. */
  names?: boolean;
  cell: (row: Row) => ReactNode;
}

/** A column of a table on a card; every number is sorted by, unless the rows are parts of a whole in their order. */
export type DataColumn<Row> = ColumnBase<Row> &
  ({ kind: "number"; value: NumberOf<Row> | undefined } | { kind?: "mono" | "wrap"; value?: undefined });

interface Props<Row> {
  label: string;
  columns: readonly DataColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** It scrolls inside itself below its head. */
  tall?: boolean;
  className?: string;
}

/** A table on a card: its rows are all there, as they come or by one of its numbers. */
export function DataTable<Row>({ label, columns, rows, rowKey, tall = false, className = "" }: Props<Row>) {
  const classOf = ({ kind }: DataColumn<Row>) => kind && classes[kind];
  const values = columns.flatMap(({ label, value }) => (value ? [[label, value] as const] : []));
  const sort = useRowSort(rows, Object.fromEntries(values));
  return (
    <ScrollRegion label={label} className={tall ? classes.tall : classes.scroll}>
      <table className={`${classes.table} ${className}`}>
        <thead>
          <tr>
            {columns.map((column) =>
              column.value ? (
                <NumberHead key={column.label} sort={sort} by={column.label}>
                  {column.head ?? column.label}
                </NumberHead>
              ) : (
                <th key={column.label} scope="col" className={column.kind === "number" ? classes.number : undefined}>
                  {column.head ?? column.label}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {sort.rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column) =>
                column.names ? (
                  <th key={column.label} scope="row" className={classOf(column)}>
                    {column.cell(row)}
                  </th>
                ) : (
                  <td key={column.label} className={classOf(column)}>
                    {column.cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
