import type { ReactNode } from "react";
import classes from "../data.module.css";
import { ScrollRegion } from "./ScrollRegion";

export interface DataColumn<Row> {
  label: string;
  /** In place of the label. */
  head?: ReactNode;
  kind?: "number" | "mono" | "wrap";
  /** It names the row. */
  names?: boolean;
  cell: (row: Row) => ReactNode;
}

interface Props<Row> {
  label: string;
  columns: readonly DataColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** It scrolls inside itself below its head. */
  tall?: boolean;
  className?: string;
}

/** A table on a card: its rows are all there and stay in their order. */
export function DataTable<Row>({ label, columns, rows, rowKey, tall = false, className = "" }: Props<Row>) {
  const classOf = ({ kind }: DataColumn<Row>) => kind && classes[kind];
  return (
    <ScrollRegion label={label} className={tall ? classes.tall : classes.scroll}>
      <table className={`${classes.table} ${className}`}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.label} scope="col" className={column.kind === "number" ? classes.number : undefined}>
                {column.head ?? column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
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

/** The head of a column of numbers, where a table is written out. */
export function NumberHead({ children }: { children: ReactNode }) {
  return (
    <th scope="col" className={classes.number}>
      {children}
    </th>
  );
}
