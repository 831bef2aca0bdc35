import { Button } from "@mantine/core";
import { type KeyboardEvent, useRef, useState } from "react";
import type { DatasetCodes, DatasetSheetRow } from "@/api/datasets/datasets";
import { formatCount } from "@/lib/format/format";
import { own } from "@/lib/own";
import data from "@/ui/data.module.css";
import classes from "./bulk.module.css";
import { columnNamed } from "./columns";
import { SheetLine } from "./SheetLine";

/** Rows that are drawn before more are asked for. */
const rowsAtOnce = 100;

interface Props {
  rows: readonly DatasetSheetRow[];
  columns: readonly string[];
  codes: DatasetCodes;
  readOnly: boolean;
  onEdit: (line: number, column: string, value: string) => void;
}

export interface Place {
  line: number;
  column: string;
}

const steps: Readonly<Record<string, [down: number, right: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-10, 0],
  PageDown: [10, 0],
  Home: [0, Number.NEGATIVE_INFINITY],
  End: [0, Number.POSITIVE_INFINITY],
};

const within = (at: number, length: number) => Math.min(Math.max(at, 0), length - 1);

/** Every cell with what it is understood as. Arrows move, Enter or a second press opens a cell, Escape leaves it as it was. */
export function SheetTable({ rows, columns, codes, readOnly, onEdit }: Props) {
  const [most, setMost] = useState(rowsAtOnce);
  const [wanted, setWanted] = useState<Place>();
  const [open, setOpen] = useState(false);
  const table = useRef<HTMLTableElement>(null);
  const drawn = rows.slice(0, most);
  const active = wanted && drawn.some((row) => row.line === wanted.line) ? wanted : placeAt(0, 0);

  function placeAt(row: number, column: number): Place | undefined {
    const line = drawn[within(row, drawn.length)]?.line;
    const name = columns[within(column, columns.length)];
    return line === undefined || name === undefined ? undefined : { line, column: name };
  }

  function go(place: Place | undefined) {
    if (!place) return;
    setWanted(place);
    table.current?.querySelector<HTMLElement>(`[data-cell="${place.line} ${place.column}"]`)?.focus();
  }

  function keyDown(event: KeyboardEvent) {
    const step = own(steps, event.key);
    if (!active || open) return;
    if (step) {
      const row = drawn.findIndex((one) => one.line === active.line);
      go(placeAt(row + step[0], columns.indexOf(active.column) + step[1]));
    } else if (event.key !== "Enter" && event.key !== "F2") return;
    else if (!readOnly) setOpen(true);
    event.preventDefault();
  }

  function close(value: string | undefined, back: boolean) {
    setOpen(false);
    if (!active) return;
    if (back) go(active);
    if (value !== undefined) onEdit(active.line, active.column, value);
  }

  if (rows.length === 0) return <p className={classes.more}>No lines of this kind.</p>;
  return (
    <>
      <div className={classes.viewport}>
        <table
          ref={table}
          className={`${data.grid} ${classes.table}`}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells are edited is a grid
          role="grid"
          aria-label="Lines of the sheet"
          aria-readonly={readOnly}
          aria-rowcount={rows.length + 1}
          onKeyDown={keyDown}
        >
          <thead>
            <tr>
              <th scope="col" className={classes.lead}>
                Line
              </th>
              {columns.map((column) => (
                <th
                  key={column}
                  scope="col"
                  title={columnNamed(column)?.about}
                  className={columnNamed(column)?.control === "count" ? data.number : undefined}
                >
                  {columnNamed(column)?.label ?? column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {drawn.map((row) => (
              <SheetLine
                key={row.line}
                row={row}
                columns={columns}
                codes={codes}
                active={active?.line === row.line ? active.column : undefined}
                open={open}
                onPress={(column) => {
                  const again = active?.line === row.line && active.column === column;
                  setWanted({ line: row.line, column });
                  if (again && !readOnly) setOpen(true);
                }}
                onClose={close}
              />
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > drawn.length && (
        <p className={classes.more}>
          {formatCount(drawn.length)} of {formatCount(rows.length)} lines.{" "}
          <Button size="xs" variant="default" onClick={() => setMost(most + rowsAtOnce)}>
            Show more
          </Button>
        </p>
      )}
    </>
  );
}
