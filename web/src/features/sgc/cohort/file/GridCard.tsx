import { Button, Switch } from "@mantine/core";
import { useMemo } from "react";
import { formatCount, plural } from "@/lib/format/format";
import { own } from "@/lib/own";
import { severityWords } from "@/lib/status";
import { saveText } from "@/lib/text/csv";
import { TextButton } from "@/ui/action/TextButton";
import { Card } from "@/ui/Card";
import { WordTag } from "@/ui/Tag";
import { kindWords, type TableKind } from "../../words";
import { fieldsOf } from "./fields";
import classes from "./file.module.css";
import { type Found, lineNames, marksOf, sentenceOf } from "./findings";
import { GridTable } from "./GridTable";
import { addRow, type Edits, type Place, pasteBlock, redo, removeRow, setCell, undo } from "./grid";
import { isPairs, isUncounted, numberColumn } from "./pairs";
import { tableText, type Work } from "./sent";
import type { FileWork } from "./useFileWork";

interface GridCardProps {
  kind: TableKind;
  file: FileWork;
  work: Work & { edits: Edits };
  found: readonly Found[];
  /** Rows that the server has not given to edit. */
  cut: boolean;
  active: Place;
  onActive: (place: Place) => void;
  focus: number;
  onFocus: () => void;
  onFix: (found: readonly Found[]) => void;
}

const nothing: ReadonlyMap<number, number> = new Map();

/** The table itself: every cell can be changed, and shows what was found in it. */
export function GridCard(props: GridCardProps) {
  const { kind, file, work, found, cut, active, onActive, onFocus } = props;
  const { edits } = work;
  const { grid } = edits;
  const marks = useMemo(() => marksOf(found), [found]);
  const lines = useMemo(() => lineNames(grid, file.result?.lines ?? nothing), [grid, file.result]);
  const numeric = useMemo(() => {
    const headers = fieldsOf(kind).flatMap((field) => (field.numeric ? (own(work.mapping, field.key) ?? []) : []));
    return new Set(headers.map((header) => grid.header.indexOf(header)));
  }, [kind, work.mapping, grid.header]);
  const uncounted = useMemo(() => {
    const column = isPairs(kind) ? numberColumn(grid, work.mapping) : -1;
    return grid.rows.filter((one) => isUncounted(one, column)).length;
  }, [kind, grid, work.mapping]);
  const row = grid.rows[active.row];
  const line = row && lines.get(row.id);
  const mark = row && marks.get(row.id)?.get(active.column);

  function change(next: typeof grid, place: Place = active) {
    file.edit(next);
    onActive({ ...place, row: Math.min(place.row, next.rows.length - 1) });
    onFocus();
  }

  return (
    <Card flush title="Table" aside={`${plural(grid.rows.length, "row")}${work.edited ? ", edited" : ""}`}>
      <div className={classes.gridTools}>
        {cut ? (
          <span>
            The first {formatCount(grid.rows.length)} rows, read-only. To correct a table this long, edit it in your
            spreadsheet and choose it again.
          </span>
        ) : (
          <>
            <Button
              size="xs"
              variant="default"
              onClick={() => change(addRow(grid, active.row), { row: active.row + 1, column: 0 })}
            >
              Add row
            </Button>
            <Button
              size="xs"
              variant="default"
              disabled={grid.rows.length < 2}
              onClick={() => change(removeRow(grid, active.row))}
            >
              Remove row
            </Button>
            <Button size="xs" variant="default" disabled={edits.past.length === 0} onClick={() => file.step(undo)}>
              Undo
            </Button>
            <Button size="xs" variant="default" disabled={edits.future.length === 0} onClick={() => file.step(redo)}>
              Redo
            </Button>
            {uncounted > 0 && (
              <Switch
                label={`Leave out ${plural(uncounted, "pair")} without a number`}
                checked={work.onlyCounted ?? false}
                onChange={(event) => file.countOnly(event.currentTarget.checked)}
              />
            )}
            <span className={classes.gridHelp}>Arrows move, Enter opens a cell, paste fills cells</span>
          </>
        )}
        <Button
          size="xs"
          variant="default"
          onClick={() => saveText(`${kind}.tsv`, tableText(grid).text, "text/tab-separated-values")}
        >
          Export TSV
        </Button>
      </div>
      <GridTable
        label={kindWords[kind]}
        grid={grid}
        marks={marks}
        lines={lines}
        numeric={numeric}
        active={active}
        focus={props.focus}
        readOnly={cut}
        onActive={onActive}
        onCell={(place, value) => !cut && file.edit(setCell(grid, place, value))}
        onPaste={(place, block) => change(pasteBlock(grid, place, block))}
        onUndo={() => file.step(undo)}
        onRedo={() => file.step(redo)}
      />
      <CellNote
        place={`${line === undefined ? "New row" : `Line ${formatCount(line)}`}, ${grid.header[active.column] ?? ""}`}
        mark={mark}
        onFix={cut ? undefined : props.onFix}
      />
    </Card>
  );
}

interface CellNoteProps {
  /** "Line 14, phenotype". */
  place: string;
  mark: Found | undefined;
  onFix?: (found: readonly Found[]) => void;
}

/** Where the active cell is, and what was found in it. */
function CellNote({ place, mark, onFix }: CellNoteProps) {
  return (
    <div className={classes.cellNote} aria-live="polite">
      {place}
      {mark && (
        <>
          : <WordTag {...severityWords[mark.severity]} /> {sentenceOf(mark)}{" "}
          {onFix && mark.suggestion && <TextButton onClick={() => onFix([mark])}>Apply {mark.suggestion}</TextButton>}
        </>
      )}
    </div>
  );
}
