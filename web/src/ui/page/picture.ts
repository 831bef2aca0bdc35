/** A picture of a page for galleries: its first plot that is drawn, else its first rows; always on paper. */

import type { Plot } from "@/lib/document/document";
import { isCalculated } from "@/lib/document/ids";
import type { Row } from "@/lib/engine/engine";
import { showCell } from "@/lib/engine/format";
import { own } from "@/lib/own";
import { type Figure, type PaintedFigure, toPng } from "../chart/exportFigure";
import { type PageProps, titlesOf } from "./page";
import { columnsAsked, shownColumns, tableQuestion } from "./tableColumns";

/** Pixels of the drawing at most, without the white around it. */
const most = { width: 960, height: 900 };
/** Plots of points are drawn in any shape: in that of a card. */
const ofPoints: ReadonlySet<Plot["type"]> = new Set(["manhattan", "qq", "volcano", "phewas"]);
const card = { width: 624, height: 332 };
/** Bytes that the server takes. */
const mostBytes = 512 << 10;

/** How to draw the plots that were shown, by their ids. */
export type Figures = ReadonlyMap<string, () => Figure | undefined>;

export async function pagePicture(page: PageProps, figures: Figures): Promise<Blob> {
  const [first] = page.document.plots.flatMap((plot) => {
    const figure = figures.get(plot.id)?.();
    return figure ? [ofPoints.has(plot.type) ? { ...figure, size: card } : figure] : [];
  });
  return small(first ?? (await rowsFigure(page)));
}

/** Fewer pixels until the server takes them. */
async function small(figure: Figure): Promise<Blob> {
  const { width, height } = figure.size;
  let density = Math.min(2, most.width / width, most.height / height);
  for (;;) {
    const picture = await toPng(figure, undefined, density);
    if (picture.size <= mostBytes || density < 0.2) return picture;
    density *= 0.7;
  }
}

const [columnsShown, rowsShown] = [6, 12];
const [columnWidth, rowHeight] = [130, 26];

/** The table as the gallery shows it: so many of its columns and rows, in their formats. */
async function rowsFigure({ document, table, engine, state }: PageProps): Promise<PaintedFigure> {
  const titles = titlesOf(document, table);
  const shown = shownColumns(document, state, titles).slice(0, columnsShown);
  const asked = columnsAsked(document, titles);
  const { rows } = await engine.rows({ ...tableQuestion(document, state, asked), from: 0, to: rowsShown });
  const words = (id: string, row: Row) => {
    const cell = (of: string) => row.cells[asked.indexOf(of)] ?? null;
    const { parts } = showCell(cell(id), own(document.formats, id) ?? [], {
      cell,
      calculated: isCalculated(document, id),
    });
    return parts.map(({ text }) => text).join(", ");
  };
  const lines = [shown.map((id) => titles.get(id) ?? id), ...rows.map((row) => shown.map((id) => words(id, row)))];
  const width = columnWidth * Math.max(3, shown.length);
  return {
    title: document.title || "Table",
    size: { width, height: rowHeight * Math.max(6, lines.length) },
    legend: "drawn",
    paint(pen, _size, tokens) {
      pen.rect({ x: 0, y: 0, width, height: rowHeight }, tokens.line, 0.5);
      for (const [at, line] of lines.entries()) {
        const y = at * rowHeight;
        pen.line([0, y + rowHeight, width, y + rowHeight], { color: tokens.line });
        for (const [column, text] of line.entries()) {
          const box = { x: column * columnWidth, y, width: columnWidth - 10, height: rowHeight };
          const style = { color: at === 0 ? tokens.muted : tokens.text, size: 12.5, mono: at > 0 };
          pen.clip(box, () => pen.text(box.x + 6, y + 17, text, style));
        }
      }
    },
  };
}
