import { VisuallyHidden } from "@mantine/core";
import { Fragment, type ReactNode } from "react";
import type { TableSearch } from "@/lib/list/table-search";
import type { TableColumn } from "./column";
import classes from "./QueryTable.module.css";
import { ScrollRegion } from "./ScrollRegion";
import { SortButton } from "./SortButton";
import { nextSort, sortState } from "./sort";

export interface RowsProps<Row> {
  caption: string;
  columns: TableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  search: TableSearch;
  defaultSort?: string;
  onSearch: (change: Partial<TableSearch>) => void;
  /** The content below an open row. */
  detail?: (row: Row) => ReactNode;
}

/** A table without pages or filters, read by its caption. Wide ones scroll sideways; `detail` opens below a row. */
export function TableRows<Row>({ caption, columns, rows, rowKey, detail, ...sorting }: RowsProps<Row>) {
  return (
    <ScrollRegion label={caption} className={classes.scroll}>
      <table className={classes.table}>
        <VisuallyHidden component="caption">{caption}</VisuallyHidden>
        <thead>
          <tr>
            {columns.map((column) => (
              <HeadCell key={column.id} column={column} {...sorting} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Fragment key={rowKey(row)}>
              <tr>
                {columns.map((column) => (
                  <td key={column.id} className={cellClass(column)}>
                    {column.clip ? <Clipped column={column} row={row} /> : column.cell(row)}
                  </td>
                ))}
              </tr>
              <Detail columns={columns.length}>{detail?.(row)}</Detail>
            </Fragment>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function Detail({ columns, children }: { columns: number; children: ReactNode }) {
  if (!children) return null;
  return (
    <tr>
      <td colSpan={columns} className={classes.detail}>
        {children}
      </td>
    </tr>
  );
}

function cellClass<Row>(column: TableColumn<Row>): string {
  const names = [
    column.numeric && classes.numeric,
    column.muted && classes.muted,
    column.narrow && classes.narrow,
    column.role && classes[column.role],
  ];
  return names.filter(Boolean).join(" ");
}

function Clipped<Row>({ column, row }: { column: TableColumn<Row>; row: Row }) {
  return (
    <div className={classes.clip} title={column.text?.(row)}>
      {column.cell(row)}
    </div>
  );
}

interface HeadCellProps<Row> {
  column: TableColumn<Row>;
  search: TableSearch;
  defaultSort?: string;
  onSearch: (change: Partial<TableSearch>) => void;
}

function HeadCell<Row>({ column, search, defaultSort, onSearch }: HeadCellProps<Row>) {
  const { label, sort, role, numeric, narrow } = column;
  const state = sort && sortState(search.sort ?? defaultSort, sort);
  const names = [numeric && classes.numeric, narrow && classes.narrow, role && classes[role]];
  function heading() {
    if (role === "menu") return <VisuallyHidden component="span">Actions</VisuallyHidden>;
    if (role === "choice") return column.head;
    if (!sort || !state) return label;
    return (
      <SortButton state={state} onSort={() => onSearch({ sort: nextSort(search.sort, sort), after: undefined })}>
        {label}
      </SortButton>
    );
  }
  return (
    <th scope="col" className={names.filter(Boolean).join(" ") || undefined} aria-sort={state || undefined}>
      {heading()}
    </th>
  );
}
