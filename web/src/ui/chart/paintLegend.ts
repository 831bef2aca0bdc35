/** Draws the legend below a saved figure: the page has it beside the figure, a file does not. */
import { textWidth } from "./layout";
import type { Shape } from "./model";
import type { Pen } from "./pen";
import { cornersOf } from "./shapes";

export interface PaintedKey {
  readonly shape: Shape | "area" | "ring" | "hollow" | "line";
  readonly color: string;
  readonly words: string;
}

const lineHeight = 18;
const markWidth = 16;
const gap = 14;
const size = 9;

interface Placed {
  readonly key: PaintedKey;
  readonly x: number;
  readonly line: number;
}

/** Keys side by side, in as many lines as they need. */
function placed(keys: readonly PaintedKey[], width: number): Placed[] {
  let [x, line] = [0, 0];
  return keys.map((key) => {
    const needs = markWidth + textWidth(key.words);
    if (x > 0 && x + needs > width) [x, line] = [0, line + 1];
    const place = { key, x, line };
    x += needs + gap;
    return place;
  });
}

/** Height in pixels below a figure of this width; 0 without keys. */
export function legendHeight(keys: readonly PaintedKey[], width: number): number {
  const last = placed(keys, width).at(-1);
  return last ? (last.line + 1) * lineHeight + 8 : 0;
}

export function paintLegend(keys: readonly PaintedKey[], width: number, pen: Pen, color: string): void {
  for (const { key, x, line } of placed(keys, width)) {
    const y = line * lineHeight + lineHeight / 2;
    paintKey(key, x + size / 2, y, pen);
    pen.text(x + markWidth, y + 4, key.words, { color });
  }
}

function paintKey({ shape, color }: PaintedKey, x: number, y: number, pen: Pen): void {
  const half = size / 2;
  if (shape === "dot") pen.circle(x, y, half - 0.5, color);
  else if (shape === "ring") pen.rings([x, y], half - 1, { color, width: 1.4 });
  else if (shape === "square") pen.squares([x, y], size - 2, color);
  else if (shape === "area") pen.rect({ x: x - half, y: y - 3, width: size + 2, height: 7 }, color);
  else if (shape === "line") pen.line([x - half, y, x + half, y], { color, width: 1.4 });
  else if (shape === "hollow") {
    const outline = cornersOf("diamond", x, y, size);
    pen.line([...outline, ...outline.slice(0, 2)], { color, width: 1.6 });
  } else pen.polygon(cornersOf(shape, x, y, size), color);
}
