/** Draws a heat map with any pen. Cells of one colour are one stroke of the pen, so that 106 × 106 of them stay quick. */
import { type Key, keysWidth, paintKeys } from "@/ui/chart/figureKeys";
import { type HeatLayout, labelRoom, labelSize, middleOf } from "@/ui/chart/heatLayout";
import type { Pen } from "@/ui/chart/pen";
import type { ChartTokens } from "@/ui/chart/tokens";
import { type Heat, isUncertain, stepOf, stepWords } from "./heat";

const alphas = [0.16, 0.34, 0.54, 0.76, 1];
const keyHeight = 30;

/** A square that fits a page when it can, with cells that can still be hit. */
export function layOutHeat(heat: Heat): HeatLayout {
  const count = Math.max(1, heat.codes.length);
  const cell = Math.max(11, Math.min(32, Math.floor(1120 / count)));
  const label = labelRoom(heat.codes, cell);
  const side = cell * heat.codes.length;
  const width = Math.max(label + side + 6, keysWidth(keysOf(heat)));
  return {
    cell,
    area: { x: label, y: label, width: side, height: side },
    size: { width, height: label + side + keyHeight },
  };
}

export function paintHeat(heat: Heat, layout: HeatLayout, pen: Pen, tokens: ChartTokens): void {
  const { area, cell, size } = layout;
  pen.rect({ x: 0, y: 0, ...size }, tokens.surface);
  pen.rect(area, tokens.line, 0.55);
  paintCells(heat, layout, pen, tokens);
  heat.codes.forEach((code, i) => {
    const middle = (i + 0.5) * cell;
    const style = { color: tokens.muted, size: labelSize(cell), mono: true } as const;
    pen.text(area.x - 5, area.y + middle + 3.5, code, { ...style, align: "end" });
    pen.text(area.x + middle + 3.5, area.y - 5, code, { ...style, rotate: -90 });
  });
  paintKeys(keysOf(heat), pen, { x: 0, y: size.height - 10 }, tokens);
}

function paintCells(heat: Heat, layout: HeatLayout, pen: Pen, tokens: ChartTokens): void {
  const { cell } = layout;
  const known: number[] = [];
  const byStep: number[][] = heat.steps.map(() => []);
  const hidden: number[] = [];
  const self: number[] = [];
  heat.codes.forEach((_, row) => {
    heat.codes.forEach((_, column) => {
      const { x, y } = middleOf(layout, row, column);
      if (row === column) self.push(x, y);
      const pair = heat.at(row, column);
      if (!pair) return;
      known.push(x, y);
      byStep[stepOf(heat.steps, pair.n.low)]?.push(x, y);
      if (isUncertain(heat.steps, pair.n)) hidden.push(x, y);
    });
  });
  pen.squares(self, cell - 1, tokens.strong);
  pen.squares(known, cell - 1, tokens.surface);
  byStep.forEach((centres, step) => {
    pen.squares(centres, cell - 1, tokens.first, alphas[step]);
  });
  for (let i = 0; i < hidden.length; i += 2) hatch(pen, hidden[i] as number, hidden[i + 1] as number, cell - 1, tokens);
}

/** Strokes from lower left to upper right, inside the cell. */
function hatch(pen: Pen, x: number, y: number, side: number, tokens: ChartTokens): void {
  const half = side / 2;
  const stroke = { color: tokens.text, width: 1, alpha: 0.6 };
  pen.line([x - half, y + half, x + half, y - half], stroke);
  if (side < 14) return;
  pen.line([x - half, y, x, y - half], stroke);
  pen.line([x, y + half, x + half, y], stroke);
}

/** What the colours mean. */
export function keysOf(heat: Heat): Key[] {
  return [
    ...heat.steps.map((_, step): Key => ({ words: stepWords(heat.steps, step), tone: "first", alpha: alphas[step] })),
    {
      words: "may be more: hidden numbers",
      tone: "surface",
      mark: (pen, x, y, side, tokens) => hatch(pen, x, y, side, tokens),
    },
    { words: "0 people", tone: "surface" },
    { words: "no number submitted", tone: "line", alpha: 0.55 },
  ];
}
