/** The key of a figure, drawn inside it, so that a saved picture explains itself. */
import { textWidth } from "@/ui/chart/layout";
import type { Pen } from "@/ui/chart/pen";
import type { ChartTokens } from "@/ui/chart/tokens";

export interface Key {
  readonly words: string;
  readonly tone: Exclude<keyof ChartTokens, "ld">;
  readonly alpha?: number | undefined;
  /** Drawn over the colour. */
  readonly mark?: (pen: Pen, x: number, y: number, side: number, tokens: ChartTokens) => void;
}

const side = 11;
const gap = 16;

const widthOf = (key: Key) => side + 6 + textWidth(key.words) + gap;

export function keysWidth(keys: readonly Key[]): number {
  return keys.reduce((sum, key) => sum + widthOf(key), 0);
}

/** Marks with their words in one line; `at` is the left end of the base line. */
export function paintKeys(keys: readonly Key[], pen: Pen, at: { x: number; y: number }, tokens: ChartTokens): void {
  let x = at.x;
  for (const key of keys) {
    const middle = { x: x + side / 2, y: at.y - 4 };
    pen.squares([middle.x, middle.y], side, tokens.strong);
    pen.squares([middle.x, middle.y], side - 1.5, tokens.surface);
    pen.squares([middle.x, middle.y], side - 1.5, tokens[key.tone], key.alpha);
    key.mark?.(pen, middle.x, middle.y, side - 1.5, tokens);
    pen.text(x + side + 6, at.y, key.words, { color: tokens.muted });
    x += widthOf(key);
  }
}
