import { Button, Checkbox, Popover, Stack, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useEffect, useState } from "react";
import { saveText, toCsv } from "@/lib/csv";
import { formatCount } from "@/lib/format";
import type { TableColumn } from "./column";
import type { QueryTableProps } from "./QueryTable";
import classes from "./QueryTable.module.css";

interface ToolsProps<Row> extends QueryTableProps<Row> {
  visible: TableColumn<Row>[];
}

/** Search, filters, how many, export, columns. */
export function TableTools<Row>(props: ToolsProps<Row>) {
  const { search, onSearch, searchLabel, columns, visible, rows, total } = props;

  function save() {
    const exported = visible.filter((column) => column.text);
    const lines = (rows ?? []).map((row) => exported.map((column) => column.text?.(row) ?? ""));
    saveText(
      `${props.exportName}.csv`,
      toCsv(
        exported.map((column) => column.label),
        lines,
      ),
    );
  }

  return (
    <div className={classes.tools}>
      {searchLabel && (
        <SearchBox label={searchLabel} value={search.q ?? ""} onChange={(q) => onSearch({ q, after: undefined })} />
      )}
      {props.filters}
      <div className={classes.right}>
        <span className={classes.count} aria-live="polite">
          {rows && `${formatCount(rows.length)} of ${formatCount(total)}`}
        </span>
        {props.exportName && (
          <Button variant="default" size="xs" onClick={save} disabled={!rows?.length}>
            Export CSV
          </Button>
        )}
        <ColumnChooser columns={columns} hidden={search.hide ?? []} onHide={(hide) => onSearch({ hide })} />
      </div>
    </div>
  );
}

interface SearchBoxProps {
  label: string;
  value: string;
  onChange: (value: string | undefined) => void;
}

function SearchBox({ label, value, onChange }: SearchBoxProps) {
  const [typed, setTyped] = useState(value);
  const send = useDebouncedCallback((text: string) => onChange(text.trim() || undefined), 300);
  // Back and forward change the address without typing.
  useEffect(() => setTyped(value), [value]);
  return (
    <TextInput
      className={classes.search}
      type="search"
      aria-label={label}
      placeholder={label}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        send(event.currentTarget.value);
      }}
    />
  );
}

interface ColumnChooserProps<Row> {
  columns: TableColumn<Row>[];
  hidden: string[];
  onHide: (hidden: string[] | undefined) => void;
}

function ColumnChooser<Row>({ columns, hidden, onHide }: ColumnChooserProps<Row>) {
  const choices = columns.filter((column) => !column.role);

  function toggle(id: string) {
    const next = hidden.includes(id) ? hidden.filter((other) => other !== id) : [...hidden, id];
    onHide(next.length > 0 ? next : undefined);
  }

  return (
    <Popover position="bottom-end" trapFocus>
      <Popover.Target>
        <Button variant="default" size="xs">
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns shown">
        <Stack gap="xs">
          {choices.map((column) => (
            <Checkbox
              key={column.id}
              label={column.label}
              checked={!hidden.includes(column.id)}
              onChange={() => toggle(column.id)}
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
