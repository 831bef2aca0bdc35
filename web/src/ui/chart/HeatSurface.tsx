import { VisuallyHidden } from "@mantine/core";
import { type KeyboardEvent, type MouseEvent, useId, useState } from "react";
import { own } from "@/lib/own";
import classes from "./chart.module.css";
import { cellAt, type HeatLayout, middleOf } from "./heatLayout";
import type { Facts } from "./model";
import { PlotTip } from "./PlotTip";

interface Props {
  layout: HeatLayout;
  /** How many there are of each. */
  rows: number;
  columns: number;
  title: string;
  /** Of a cell: beside the pointer, and read out. */
  facts: (row: number, column: number) => Facts;
  words: (row: number, column: number) => string;
}

type Cell = readonly [row: number, column: number];

const moves: Record<string, (at: Cell, last: Cell) => Cell> = {
  ArrowRight: ([row, column], last) => [row, Math.min(last[1], column + 1)],
  ArrowLeft: ([row, column]) => [row, Math.max(0, column - 1)],
  ArrowDown: ([row, column], last) => [Math.min(last[0], row + 1), column],
  ArrowUp: ([row, column]) => [Math.max(0, row - 1), column],
  Home: ([row]) => [row, 0],
  End: ([row], last) => [row, last[1]],
};

/** Pointer and keys over a heat map: one stop of the Tab key, arrows go from cell to cell and each is read out. */
export function HeatSurface({ layout, rows, columns, title, facts, words }: Props) {
  const help = useId();
  const [hover, setHover] = useState<Cell>();
  const [cell, setCell] = useState<Cell>([0, 0]);
  const [focused, setFocused] = useState(false);
  const last: Cell = [rows - 1, columns - 1];
  const kept: Cell = [Math.min(cell[0], last[0]), Math.min(cell[1], last[1])];
  const shown = hover ?? (focused ? kept : undefined);

  function onKeyDown(event: KeyboardEvent): void {
    const move = own(moves, event.key);
    if (!move) return;
    event.preventDefault();
    setHover(undefined);
    setCell(move(kept, last));
  }

  function under(event: MouseEvent<HTMLElement>): Cell | undefined {
    const box = event.currentTarget.getBoundingClientRect();
    return cellAt(layout, event.clientX - box.left, event.clientY - box.top);
  }

  return (
    <>
      <div
        role="application"
        aria-label={`Cells of ${title}`}
        aria-describedby={help}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys go through the cells, which a canvas does not have
        tabIndex={0}
        className={classes.heatSurface}
        onKeyDown={onKeyDown}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        onPointerMove={(event) => setHover(under(event))}
        onPointerLeave={() => setHover(undefined)}
      />
      {shown && <Cross layout={layout} at={shown} />}
      {shown && <PlotTip {...middleOf(layout, ...shown)} facts={facts(...shown)} size={layout.size} />}
      <VisuallyHidden id={help}>Arrow keys go from cell to cell; Home and End to the ends of a row.</VisuallyHidden>
      <VisuallyHidden aria-live="polite">{focused && !hover && words(...kept)}</VisuallyHidden>
    </>
  );
}

/** Lines from the cell to the names of its row and its column. */
function Cross({ layout: { area, cell }, at: [row, column] }: { layout: HeatLayout; at: Cell }) {
  return (
    <>
      <div
        className={classes.heatBand}
        style={{ left: 0, width: area.x + column * cell, top: area.y + row * cell, height: cell }}
      />
      <div
        className={classes.heatBand}
        style={{ top: 0, height: area.y + row * cell, left: area.x + column * cell, width: cell }}
      />
    </>
  );
}
