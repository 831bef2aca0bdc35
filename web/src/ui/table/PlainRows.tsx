import { useMediaQuery } from "@mantine/hooks";
import { useState } from "react";
import { CardRows } from "./CardRows";
import type { PlainColumn, TableColumn } from "./column";
import { sortRows } from "./rowSort";
import { type RowsProps, TableRows } from "./TableRows";

interface Props<Row> extends Pick<RowsProps<Row>, "caption" | "rows" | "rowKey"> {
  columns: readonly PlainColumn<Row>[];
}

/** A short table whose rows are all there, as they come or by one of its numbers; on a narrow screen its rows are cards. */
export function PlainRows<Row>({ columns, rows, ...props }: Props<Row>) {
  const narrow = useMediaQuery("(max-width: 900px)", undefined, { getInitialValueInEffect: false });
  const [sort, setSort] = useState<string>();
  const by = columns.find(({ id }) => id === sort?.replace(/^-/, ""))?.value;
  const sorted = by && sort !== undefined ? sortRows(rows, by, sort.startsWith("-")) : rows;
  const Rows = narrow ? CardRows : TableRows;
  return (
    <Rows
      {...props}
      columns={columns.map((column): TableColumn<Row> => (column.numeric ? { ...column, sort: column.id } : column))}
      rows={sorted}
      search={{ sort }}
      onSearch={(change) => setSort(change.sort)}
    />
  );
}
