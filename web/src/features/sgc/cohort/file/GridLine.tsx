import { type KeyboardEvent, useEffect, useRef } from "react";
import data from "@/ui/data.module.css";
import classes from "./file.module.css";
import { type Found, type Marks, sentenceOf } from "./findings";
import type { Grid, GridRow, Place } from "./grid";
import { nextCell } from "./useGridKeys";

/** The displayed state, shared by all rows. */
export interface GridView {
  grid: Grid;
  marks: Marks;
  /** Lines of the file by row id. */
  lines: ReadonlyMap<number, number>;
  /** Columns with numbers. */
  numeric: ReadonlySet<number>;
  active: Place;
}

interface GridLineProps extends GridView {
  row: GridRow;
  at: number;
  cellId: (place: Place) => string;
  open: string | undefined;
  /** A cell was pressed; with a text it is opened. */
  onOpen: (place: Place, text?: string) => void;
  onType: (text: string) => void;
  onClose: (value: string | undefined, next?: Place) => void;
}

/** One row of the grid. */
export function GridLine({ row, at, ...props }: GridLineProps) {
  const { active, lines, marks, numeric, grid } = props;
  const found = marks.get(row.id);
  return (
    <tr aria-rowindex={at + 2}>
      <td className={classes.line}>{lines.get(row.id) ?? "new"}</td>
      {row.cells.map((value, column) => {
        const place = { row: at, column };
        const here = active.row === at && active.column === column;
        const mark = found?.get(column);
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the table itself hears the keys
          <td
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
            key={column}
            id={props.cellId(place)}
            // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of a grid
            role="gridcell"
            aria-selected={here}
            aria-invalid={mark?.severity === "block" || undefined}
            aria-colindex={column + 2}
            className={numeric.has(column) ? data.number : undefined}
            data-active={here}
            data-mark={mark?.severity}
            title={mark && sentenceOf(mark)}
            tabIndex={-1}
            onClick={() => props.onOpen(place, here && props.open === undefined ? value : undefined)}
          >
            <Sign mark={mark} />
            {value}
            {here && props.open !== undefined && (
              <Editor
                label={`${grid.header[column]}, row ${at + 1}`}
                text={props.open}
                onType={props.onType}
                onClose={props.onClose}
                below={{ row: Math.min(at + 1, grid.rows.length - 1), column }}
                beside={(back) => nextCell(place, grid, back)}
              />
            )}
          </td>
        );
      })}
    </tr>
  );
}

function Sign({ mark }: { mark: Found | undefined }) {
  if (!mark || mark.severity === "info") return null;
  return (
    <span className={classes.sign} aria-hidden="true">
      {mark.severity === "block" ? "✕" : "!"}
    </span>
  );
}

interface EditorProps {
  label: string;
  text: string;
  onType: (text: string) => void;
  onClose: (value: string | undefined, next?: Place) => void;
  below: Place;
  beside: (back: boolean) => Place;
}

function Editor({ label, text, onType, onClose, below, beside }: EditorProps) {
  const input = useRef<HTMLInputElement>(null);
  const closed = useRef(false);
  useEffect(() => input.current?.focus(), []);

  function close(value: string | undefined, next?: Place) {
    if (closed.current) return;
    closed.current = true;
    onClose(value, next);
  }

  function keyDown(event: KeyboardEvent) {
    event.stopPropagation();
    if (event.key === "Escape") close(undefined);
    else if (event.key === "Enter") close(text, below);
    else if (event.key === "Tab") close(text, beside(event.shiftKey));
    else return;
    event.preventDefault();
  }

  return (
    <input
      ref={input}
      className={classes.editor}
      aria-label={label}
      value={text}
      onChange={(event) => onType(event.currentTarget.value)}
      onKeyDown={keyDown}
      onBlur={() => close(text)}
      onClick={(event) => event.stopPropagation()}
    />
  );
}
