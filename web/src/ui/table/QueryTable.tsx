import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { formatCount } from "@/lib/format/format";
import { TextButton } from "../action/TextButton";
import { Card } from "../Card";
import { Answered } from "../state/Answered";
import { CardRows } from "./CardRows";
import type { TableColumn } from "./column";
import { Pager } from "./Pager";
import classes from "./QueryTable.module.css";
import { SortChoice } from "./SortChoice";
import { TableRows } from "./TableRows";
import { TableTools, type ToolsProps } from "./TableTools";
import { useColumns } from "./useColumns";

const noRows: never[] = [];

export interface QueryTableProps<Row> extends ToolsProps<Row> {
  /** What the rows are, for screen readers and texts: "Data sets". */
  label: string;
  rowKey: (row: Row) => string;
  /** The sort that holds when the address names none. */
  defaultSort?: string;
  /** In place of the table when there is nothing at all. */
  empty: ReactNode;
  /** Whether filters or a search are active; decides what an empty answer means. */
  filtered: boolean;
  onClearFilters: () => void;
  /** The content below an open row; undefined for a closed one. */
  detail?: (row: Row) => ReactNode;
}

/** A table whose rows the server pages, sorts and filters, and whose state is in the address. Cards on narrow screens. */
export function QueryTable<Row extends object>(props: QueryTableProps<Row>) {
  const { columns, search, answer, onSearch } = props;
  const rows = answer.data?.items;
  const { narrow, shown, choices, toggle } = useColumns(props.label, columns, search, onSearch);
  const nothing = rows?.length === 0 && !props.filtered && !search.after?.length;
  if (nothing && !answer.error) return <Card>{props.empty}</Card>;

  return (
    <Card flush>
      <TableTools {...props} choices={choices} onToggle={toggle} order={narrow && <SortChoice {...props} />} />
      <div
        className={answer.isPlaceholderData ? classes.stale : undefined}
        aria-busy={answer.isPlaceholderData || !rows}
      >
        <TableBody {...props} visible={shown} narrow={narrow} />
      </div>
      {rows && (
        <Pager
          after={search.after ?? noRows}
          shown={rows.length}
          total={answer.data?.total}
          nextCursor={answer.data?.next_cursor}
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
  const { answer, label, search, onSearch } = props;
  const Rows = narrow ? CardRows : TableRows;
  return (
    <Answered
      what={label.toLowerCase()}
      answer={answer}
      actions={
        search.after?.length && (
          <Button variant="default" onClick={() => onSearch({ after: undefined })}>
            First page
          </Button>
        )
      }
      isEmpty={({ items }) => items.length === 0}
      empty={<NoMatch onClear={props.onClearFilters} />}
      flush
    >
      {({ items, total }) => (
        <Rows {...props} rows={items} columns={visible} caption={`${label}, ${formatCount(total)} in all`} />
      )}
    </Answered>
  );
}

/** In place of the rows when the search and the filters leave none. */
export function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <div className={classes.none} role="status">
      Nothing matches. <TextButton onClick={onClear}>Clear search and filters</TextButton>
    </div>
  );
}
