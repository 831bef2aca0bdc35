import { VisuallyHidden } from "@mantine/core";
import { type KeyboardEvent, type PointerEvent, useId, useState } from "react";
import { PlotTip } from "@/ui/chart/PlotTip";
import classes from "./figures.module.css";
import { cellFacts, cellWords, type Heat } from "./heat";
import { cellAt, type HeatLayout, middleOf } from "./heatPaint";

interface Props {
  heat: Heat;
  layout: HeatLayout;
  label: string;
  title: string;
}

type Cell = readonly [row: number, column: number];

const moves: Record<string, (at: Cell, last: number) => Cell> = {
  ArrowRight: ([row, column], last) => [row, Math.min(last, column + 1)],
  ArrowLeft: ([row, column]) => [row, Math.max(0, column - 1)],
  ArrowDown: ([row, column], last) => [Math.min(last, row + 1), column],
  ArrowUp: ([row, column]) => [Math.max(0, row - 1), column],
  Home: ([row]) => [row, 0],
  End: ([row], last) => [row, last],
};

/** Pointer and keys over a heat map: one stop of the Tab key, arrows go from cell to cell and each is read out. */
export function HeatSurface({ heat, layout, label, title }: Props) {
  const help = useId();
  const [hover, setHover] = useState<Cell>();
  const [own, setOwn] = useState<Cell>([0, 0]);
  const [focused, setFocused] = useState(false);
  const last = heat.codes.length - 1;
  const kept: Cell = [Math.min(own[0], last), Math.min(own[1], last)];
  const shown = hover ?? (focused ? kept : undefined);

  function onKeyDown(event: KeyboardEvent): void {
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    setHover(undefined);
    setOwn(move(kept, last));
  }

  function onPointerMove(event: PointerEvent<HTMLElement>): void {
    const box = event.currentTarget.getBoundingClientRect();
    setHover(cellAt(layout, event.clientX - box.left, event.clientY - box.top));
  }

  return (
    <>
      <div
        role="application"
        aria-label={`Cells of ${title}`}
        aria-describedby={help}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys go through the cells, which a canvas does not have
        tabIndex={0}
        className={classes.surface}
        onKeyDown={onKeyDown}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        onPointerMove={onPointerMove}
        onPointerLeave={() => setHover(undefined)}
      />
      {shown && <Cross layout={layout} at={shown} />}
      {shown && <PlotTip {...middleOf(layout, ...shown)} facts={cellFacts(heat, ...shown, label)} size={layout.size} />}
      <VisuallyHidden id={help}>Arrow keys go from cell to cell; Home and End to the ends of a row.</VisuallyHidden>
      <VisuallyHidden aria-live="polite">{focused && !hover && cellWords(heat, ...kept, label)}</VisuallyHidden>
    </>
  );
}

/** Lines from the cell to the names of its row and its column. */
function Cross({ layout: { area, cell }, at: [row, column] }: { layout: HeatLayout; at: Cell }) {
  return (
    <>
      <div
        className={classes.band}
        style={{ left: 0, width: area.x + column * cell, top: area.y + row * cell, height: cell }}
      />
      <div
        className={classes.band}
        style={{ top: 0, height: area.y + row * cell, left: area.x + column * cell, width: cell }}
      />
    </>
  );
}
