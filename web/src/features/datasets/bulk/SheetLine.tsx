import { VisuallyHidden } from "@mantine/core";
import { type KeyboardEvent, memo, useRef, useState } from "react";
import type { DatasetCodes, DatasetSheetRow } from "@/api/datasets/datasets";
import { formatCount } from "@/lib/format/format";
import data from "@/ui/data.module.css";
import { WordTag } from "@/ui/Tag";
import classes from "./bulk.module.css";
import { CellControl } from "./CellControl";
import { clearMark, columnNamed, labelOfColumn } from "./columns";
import { actionWords, type PreviewCell } from "./preview";

interface Props {
  row: DatasetSheetRow;
  columns: readonly string[];
  codes: DatasetCodes;
  /** The column of the active cell, when it is in this row. */
  active: string | undefined;
  /** The active cell is being edited. */
  open: boolean;
  onPress: (column: string) => void;
  /** `back`: the keyboard focus returns to the cell. */
  onClose: (value: string | undefined, back: boolean) => void;
}

/** One line of the sheet with what becomes of it. */
export const SheetLine = memo(
  function SheetLine({ row, columns, codes, active, open, onPress, onClose }: Props) {
    const cells = new Map(row.cells.map((cell) => [cell.column, cell]));
    const whole = cells.get("")?.problem;
    return (
      <tr>
        <th scope="row" className={classes.lead}>
          <span className={classes.line}>{formatCount(row.line)}</span> <WordTag {...actionWords[row.action]} />
          {whole && <div className={classes.problemText}>{whole}</div>}
        </th>
        {columns.map((column) => {
          const cell = cells.get(column);
          const here = active === column;
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the table itself hears the keys
            <td
              key={column}
              // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of a grid
              role="gridcell"
              aria-selected={here}
              aria-invalid={cell?.problem ? true : undefined}
              className={columnNamed(column)?.control === "count" ? data.number : undefined}
              data-cell={`${row.line} ${column}`}
              data-mark={markOf(row, cell)}
              tabIndex={here ? 0 : -1}
              onClick={() => !(here && open) && onPress(column)}
            >
              {here && open ? (
                <Editor
                  column={column}
                  codes={codes}
                  label={`${labelOfColumn(column)}, line ${row.line}`}
                  value={editedOf(column, cell)}
                  onClose={onClose}
                />
              ) : (
                cell && <CellText cell={cell} />
              )}
            </td>
          );
        })}
      </tr>
    );
  },
  (a, b) =>
    a.row === b.row &&
    a.columns === b.columns &&
    a.codes === b.codes &&
    a.active === b.active &&
    (a.open === b.open || b.active === undefined) &&
    (b.active === undefined || (a.onPress === b.onPress && a.onClose === b.onClose)),
);

/** The initial text of an opened cell: for a coded column the label, as in its list. */
function editedOf(column: string, cell: PreviewCell | undefined): string {
  const coded = typeof columnNamed(column)?.control === "object";
  return (coded && !cell?.problem && cell?.label) || (cell?.value ?? "");
}

function markOf({ action }: DatasetSheetRow, cell: PreviewCell | undefined): string | undefined {
  if (cell?.problem) return "problem";
  return action === "change" && cell?.before !== undefined ? "change" : undefined;
}

/** The typed text with its interpretation, the value it replaces, or its problem. */
function CellText({ cell }: { cell: PreviewCell }) {
  const { value, label = "", before, problem } = cell;
  if (problem) {
    return (
      <>
        <span className={classes.sign} aria-hidden="true">
          ✕
        </span>
        {value || <span className={classes.none}>empty</span>}
        <div className={classes.problemText} title={problem}>
          {problem}
        </div>
      </>
    );
  }
  if (before !== undefined) {
    return (
      <>
        <del className={classes.before}>{before || "empty"}</del> <Arrow words="becomes" />{" "}
        <ins className={classes.after}>{label || "empty"}</ins>
      </>
    );
  }
  if (value === clearMark && label === "") return <span className={classes.none}>empty</span>;
  if (value === "") return <span className={classes.none}>{label || "–"}</span>;
  if (label === "" || label === value) return value;
  return (
    <>
      <span className={classes.typed}>{value}</span> <Arrow words="is understood as" /> {label}
    </>
  );
}

/** An arrow, with text for screen readers. */
function Arrow({ words }: { words: string }) {
  return (
    <>
      <span aria-hidden="true">→</span>
      <VisuallyHidden component="span">{words}</VisuallyHidden>
    </>
  );
}

interface EditorProps {
  column: string;
  codes: DatasetCodes;
  label: string;
  value: string;
  onClose: Props["onClose"];
}

function Editor({ column, codes, label, value, onClose }: EditorProps) {
  const [text, setText] = useState(value);
  const closed = useRef(false);

  function close(keep: boolean, back = true) {
    if (closed.current) return;
    closed.current = true;
    onClose(keep && text.trim() !== value ? text.trim() : undefined, back);
  }

  function keyDown(event: KeyboardEvent) {
    event.stopPropagation();
    if (event.key === "Escape") close(false);
    else if (event.key === "Enter" && !event.shiftKey) close(true);
    else return;
    event.preventDefault();
  }

  return (
    <CellControl
      column={column}
      codes={codes}
      label={label}
      value={text}
      onChange={setText}
      onKeyDown={keyDown}
      onBlur={() => close(true, false)}
      autoFocus
    />
  );
}
