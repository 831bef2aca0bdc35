import { Button, Checkbox, Popover, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { formatCount, plural } from "@/lib/format/format";
import type { TableSearch } from "@/lib/list/table-search";
import type { Page } from "@/lib/list/walk";
import { SearchInput } from "../form/SearchInput";
import type { Answer } from "../state/Answered";
import type { TableColumn } from "./column";
import classes from "./QueryTable.module.css";
import { type TableExport, useExport } from "./useExport";

export interface ToolsProps<Row> {
  columns: TableColumn<Row>[];
  /** The page that is shown; `isPlaceholderData` while it is still that of an earlier question. */
  answer: Answer<Page<Row>> & { isPlaceholderData?: boolean };
  search: TableSearch;
  onSearch: (change: Partial<TableSearch>) => void;
  searchLabel?: string;
  /** Filter chips. */
  filters?: ReactNode;
  /** How all rows that match are saved; absent where that is done elsewhere. */
  exported?: TableExport<Row>;
}

interface Props<Row> extends ToolsProps<Row>, ColumnChooserProps<Row> {
  /** The choice of the order if there are no headings. */
  order: ReactNode;
}

/** Search, filters, how many, order, export, columns. */
export function TableTools<Row>(props: Props<Row>) {
  const { search, onSearch, searchLabel, columns, choices, answer } = props;
  const page = answer.data;
  const hidden = choices.filter(({ on }) => !on).length;
  const chosen = columns.filter(({ role, id }) => role || !search.hide?.includes(id));
  return (
    <div className={classes.tools}>
      {searchLabel && (
        <SearchInput
          className={classes.search}
          label={searchLabel}
          value={search.q ?? ""}
          onChange={(q) => onSearch({ q, after: undefined })}
        />
      )}
      {props.filters && <Line className={classes.filters}>{props.filters}</Line>}
      <Line className={classes.right}>
        {(page || !answer.error) && (
          <span className={classes.count} data-long={hidden > 0 || undefined} aria-live="polite">
            {page && `${formatCount(page.items.length)} of ${formatCount(page.total)}`}
            {page && hidden > 0 && ` · ${plural(hidden, "column")} hidden`}
          </span>
        )}
        {props.order}
        {props.exported && <ExportButton exported={props.exported} visible={chosen} total={page?.total ?? 0} />}
        <ColumnChooser choices={choices} onToggle={props.onToggle} />
      </Line>
    </div>
  );
}

/**
 * Scrolls sideways on a phone. A browser does not scroll to a focused element that is half visible.
 */
function Line({ className, children }: { className: string | undefined; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: nothing can be done with it
    <div
      className={className}
      onFocus={({ target }) => target.scrollIntoView?.({ block: "nearest", inline: "nearest" })}
    >
      {children}
    </div>
  );
}

interface ExportButtonProps<Row> {
  exported: TableExport<Row>;
  visible: TableColumn<Row>[];
  total: number;
}

/** Saves all rows that match, not only those of this page. */
function ExportButton<Row>({ exported, visible, total }: ExportButtonProps<Row>) {
  const { running, start, cancel } = useExport(exported, visible);
  if (!running) {
    return (
      <Button variant="default" size="xs" onClick={() => void start()} disabled={total === 0}>
        Export CSV
      </Button>
    );
  }
  return (
    <>
      <span className={classes.count} role="status">
        Exporting {formatCount(running.done)} of {formatCount(running.total ?? total)}
      </span>
      <Button variant="default" size="xs" onClick={cancel}>
        Cancel export
      </Button>
    </>
  );
}

interface ColumnChooserProps<Row> {
  choices: readonly { column: TableColumn<Row>; on: boolean }[];
  onToggle: (column: TableColumn<Row>) => void;
}

function ColumnChooser<Row>({ choices, onToggle }: ColumnChooserProps<Row>) {
  if (choices.length === 0) return null;
  return (
    <Popover position="bottom-end" trapFocus>
      <Popover.Target>
        <Button variant="default" size="xs">
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns shown">
        <Stack gap="xs">
          {choices.map(({ column, on }) => (
            <Checkbox key={column.id} label={column.label} checked={on} onChange={() => onToggle(column)} />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
