import { Button } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { columnVisibilityFeature, tableFeatures, useTable } from "@tanstack/react-table";
import { type ReactNode, useMemo } from "react";
import { formatCount } from "@/lib/format";
import type { TableSearch } from "@/lib/table-search";
import { Card } from "../Card";
import { RowsSkeleton } from "../Skeletons";
import { ErrorState } from "../states";
import { CardRows } from "./CardRows";
import type { TableColumn } from "./column";
import { Pager } from "./Pager";
import classes from "./QueryTable.module.css";
import { TableRows } from "./TableRows";
import { TableTools } from "./TableTools";

export const features = tableFeatures({ columnVisibilityFeature });
const noRows: never[] = [];

export interface QueryTableProps<Row> {
  /** Says what the rows are, for screen readers and texts: "Data sets". */
  label: string;
  columns: TableColumn<Row>[];
  rowKey: (row: Row) => string;
  /** Undefined while the first page is being read. */
  rows: Row[] | undefined;
  /** Rows that match, on all pages. */
  total?: number;
  nextCursor?: string;
  /** Rows of an earlier question are still shown. */
  stale?: boolean;
  error?: unknown;
  onRetry: () => void;
  search: TableSearch;
  onSearch: (change: Partial<TableSearch>) => void;
  /** The sort that holds when the address names none. */
  defaultSort?: string;
  searchLabel?: string;
  /** Filter chips. */
  filters?: ReactNode;
  /** In place of the table when there is nothing at all. */
  empty: ReactNode;
  /** Whether filters or a search are active; decides what an empty answer means. */
  filtered: boolean;
  onClearFilters: () => void;
  /** Name of the file with the rows of this page; absent where the whole is exported elsewhere. */
  exportName?: string;
  /** What stands below an open row; undefined for a closed one. */
  detail?: (row: Row) => ReactNode;
}

/** A table whose rows the server pages, sorts and filters, and whose state is in the address. Cards on narrow screens. */
export function QueryTable<Row extends object>(props: QueryTableProps<Row>) {
  const { columns, rows, search } = props;
  const narrow = useMediaQuery("(max-width: 900px)", undefined, { getInitialValueInEffect: false });
  const hidden = search.hide;
  const table = useTable({
    features,
    data: rows ?? noRows,
    getRowId: props.rowKey,
    columns: useMemo(
      () =>
        columns.map((column) => ({
          id: column.id,
          header: column.label,
          cell: ({ row }: { row: { original: Row } }) => column.cell(row.original),
          enableHiding: !column.role,
          meta: column,
        })),
      [columns],
    ),
    state: { columnVisibility: useMemo(() => Object.fromEntries((hidden ?? []).map((id) => [id, false])), [hidden]) },
  });
  const shown = table.getVisibleLeafColumns().map((column) => column.id);
  const visible = columns.filter((column) => shown.includes(column.id));
  if (rows?.length === 0 && !props.filtered && !search.after?.length && !props.error) return <Card>{props.empty}</Card>;

  return (
    <Card flush>
      <TableTools {...props} visible={visible} />
      <div className={props.stale ? classes.stale : undefined} aria-busy={props.stale || !rows}>
        <TableBody {...props} visible={visible} narrow={narrow ?? false} />
      </div>
      {!props.error && (
        <Pager
          after={search.after ?? noRows}
          shown={rows?.length ?? 0}
          total={props.total}
          nextCursor={props.nextCursor}
          onAfter={(after) => props.onSearch({ after: after.length > 0 ? after : undefined })}
        />
      )}
    </Card>
  );
}

interface BodyProps<Row> extends QueryTableProps<Row> {
  visible: TableColumn<Row>[];
  narrow: boolean;
}

function TableBody<Row extends object>({ visible, narrow, ...props }: BodyProps<Row>) {
  const { rows, error, label, onRetry, search, onSearch } = props;
  if (error) {
    return (
      <ErrorState
        title={`${label} could not be loaded`}
        error={error}
        safe="Nothing was changed."
        onRetry={onRetry}
        actions={
          search.after?.length && (
            <Button variant="default" onClick={() => onSearch({ after: undefined })}>
              First page
            </Button>
          )
        }
      />
    );
  }
  if (!rows) {
    return (
      <div className={classes.loading} role="status" aria-label={`Loading ${label.toLowerCase()}`}>
        <RowsSkeleton />
      </div>
    );
  }
  if (rows.length === 0) {
    return (
      <div className={classes.none} role="status">
        Nothing matches.{" "}
        <button type="button" className={classes.clear} onClick={props.onClearFilters}>
          Clear search and filters
        </button>
      </div>
    );
  }
  const caption = `${label}, ${formatCount(props.total)} in all`;
  const Rows = narrow ? CardRows : TableRows;
  return <Rows {...props} rows={rows} columns={visible} caption={caption} />;
}
