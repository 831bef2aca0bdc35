/** The positions of the lines of a forest plot, and the wrapping of their names. */
import { textWidth } from "./layout";

export const row = 22;
const nameRow = 16;

export interface ForestLines {
  /** Names are above their estimates, which then use the whole width. */
  readonly apart: boolean;
  readonly lines: readonly ForestLine[];
  /** Below the last line. */
  readonly bottom: number;
}

interface Named {
  readonly name: string;
  /** It has no estimate. */
  readonly heading?: boolean;
}

interface ForestLine {
  /** The name, and the middle of each of its lines in pixels from the top. */
  readonly name: readonly { readonly text: string; readonly y: number }[];
  /** The middle of the estimate. */
  readonly y: number;
}

/** Names beside the estimates, in a place of that width, or above them where one has no room there: none is cut. */
export function linesOf(all: readonly Named[], top: number, width: number, place: number): ForestLines {
  const apart = width > 0 && all.some(({ name }) => textWidth(name) > place);
  let y = top;
  const lines = all.map(({ name, heading }): ForestLine => {
    if (!apart) {
      y += row;
      return { name: [{ text: name, y: y - row / 2 }], y: y - row / 2 };
    }
    const broken = brokenAt(name, width).map((text) => {
      y += nameRow;
      return { text, y: y - nameRow / 2 };
    });
    y += heading ? 4 : row;
    return { name: broken, y: y - row / 2 - 2 };
  });
  return { apart, lines, bottom: y };
}

/** A text in lines that fit a width, broken between words, or within one that is longer than a line. */
export function brokenAt(text: string, width: number): string[] {
  const most = Math.max(8, Math.floor(width / textWidth("x")));
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/).flatMap((one) => one.match(new RegExp(`.{1,${most}}`, "gu")) ?? [])) {
    if (line && line.length + 1 + word.length > most) {
      lines.push(line);
      line = word;
    } else line = line ? `${line} ${word}` : word;
  }
  return [...lines, line];
}
