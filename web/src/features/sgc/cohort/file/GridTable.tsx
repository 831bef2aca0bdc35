import { useEffect, useId, useRef, useState } from "react";
import data from "@/ui/data.module.css";
import classes from "./file.module.css";
import { GridLine, type GridView } from "./GridLine";
import type { Place } from "./grid";
import { type GridActions, useGridKeys } from "./useGridKeys";

const rowHeight = 34;
const shownRows = 12;
/** Rows that are drawn above and below those that are seen. */
const spare = 6;

export interface GridTableProps extends GridActions, GridView {
  label: string;
  readOnly: boolean;
  /** Changes whenever the table is to take the focus. */
  focus: number;
}

/**
 * A table to edit by keyboard and mouse. Only the rows in view are drawn. Arrows move, Enter or typing opens a cell, Enter and
 * Tab close it, Escape leaves it as it was; outside an open cell Tab leaves the table.
 */
export function GridTable(props: GridTableProps) {
  const { grid, active, focus, readOnly } = props;
  const [top, setTop] = useState(0);
  const [open, setOpen] = useState<string>();
  const id = useId();
  const viewport = useRef<HTMLDivElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const keys = useGridKeys(grid, active, props, (text) => !readOnly && setOpen(text));
  const cellId = ({ row, column }: Place) => `${id}-${row}-${column}`;

  useEffect(() => {
    const frame = viewport.current;
    if (!frame) return;
    const above = active.row * rowHeight;
    const seen = (shownRows - 1) * rowHeight;
    if (above < frame.scrollTop) frame.scrollTop = above;
    else if (above > frame.scrollTop + seen) frame.scrollTop = above - seen;
    setTop(frame.scrollTop);
  }, [active.row]);

  useEffect(() => {
    if (focus > 0) table.current?.focus();
  }, [focus]);

  function close(value: string | undefined, next?: Place) {
    setOpen(undefined);
    if (value !== undefined) props.onCell(active, value);
    if (next) props.onActive(next);
    table.current?.focus({ preventScroll: true });
  }

  const first = Math.max(0, Math.floor(top / rowHeight) - spare);
  const last = Math.min(grid.rows.length, first + shownRows + 2 * spare);
  return (
    <div
      ref={viewport}
      className={classes.viewport}
      style={{ maxHeight: (shownRows + 1) * rowHeight + 2 }}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
    >
      <table
        ref={table}
        className={`${data.grid} ${classes.grid}`}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells are edited is a grid
        role="grid"
        aria-label={props.label}
        aria-rowcount={grid.rows.length + 1}
        aria-colcount={grid.header.length + 1}
        aria-activedescendant={open === undefined ? cellId(active) : undefined}
        aria-readonly={readOnly}
        tabIndex={0}
        onKeyDown={open === undefined ? keys.keyDown : undefined}
        onPaste={open === undefined && !readOnly ? keys.paste : undefined}
        onCopy={open === undefined ? keys.copy : undefined}
      >
        <thead>
          <tr>
            <th scope="col" className={classes.line}>
              Line
            </th>
            {grid.header.map((name, at) => (
              <th key={name} scope="col" className={props.numeric.has(at) ? data.number : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Space rows={first} />
          {grid.rows.slice(first, last).map((row, index) => (
            <GridLine
              key={row.id}
              {...props}
              row={row}
              at={first + index}
              cellId={cellId}
              open={open}
              onOpen={(place, text) => {
                props.onActive(place);
                // The cell that was pressed may leave the view, and the focus with it.
                table.current?.focus({ preventScroll: true });
                if (!readOnly && text !== undefined) setOpen(text);
              }}
              onType={setOpen}
              onClose={close}
            />
          ))}
          <Space rows={grid.rows.length - last} />
        </tbody>
      </table>
    </div>
  );
}

function Space({ rows }: { rows: number }) {
  if (rows === 0) return null;
  return (
    <tr className={classes.space}>
      <td style={{ height: rows * rowHeight }} />
    </tr>
  );
}
