/** Where a saved figure comes from: the result with its version, the address, and the day. */
import { formatDate } from "@/lib/format/format";
import { textWidth } from "./layout";
import type { Pen } from "./pen";

/** The parts of the source line, drawn below a saved figure. */
export type FigureSource = readonly [of: string, address: string, saved: string];

/** The program that drew it, as the foot of the page names it; nothing on a page without one. */
function program(): string {
  const version = document.querySelector<HTMLElement>("footer[data-version]")?.dataset.version;
  return version ? ` · Cohortium ${version}` : "";
}

/**
 * The source of a figure that is saved from the open page now. Without `of` it is the page; without the version that
 * computed the run, it is that of the program that drew the figure.
 */
export function figureSource(of: string | undefined, now = new Date()): FigureSource {
  const named = of ?? document.title;
  return [
    named.includes(" · Cohortium ") ? named : `${named}${program()}`,
    location.origin + location.pathname + location.search,
    `saved ${formatDate(now.toISOString())}`,
  ];
}

const lineHeight = 15;
/** Above the first line. */
const space = 10;

/** The parts in as many lines as they need; an address longer than a line is broken. */
export function sourceLines(source: FigureSource, width: number): string[] {
  const most = Math.max(20, Math.floor(width / textWidth("x")));
  const lines: string[] = [];
  for (const part of source) {
    for (const piece of part.match(new RegExp(`.{1,${most}}`, "gu")) ?? []) {
      const last = lines.at(-1);
      if (last !== undefined && last.length + piece.length + 3 <= most) lines[lines.length - 1] = `${last} · ${piece}`;
      else lines.push(piece);
    }
  }
  return lines;
}

export const sourceHeight = (source: FigureSource, width: number): number =>
  sourceLines(source, width).length * lineHeight + space;

export function paintSource(source: FigureSource, width: number, pen: Pen, color: string): void {
  sourceLines(source, width).forEach((line, i) => {
    pen.text(0, space + lineHeight * i + 9, line, { color });
  });
}
