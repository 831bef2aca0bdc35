/** Saves a figure as a file. Both kinds run the painter again on white, whatever the page's colours are. */
import { type FigureSource, paintSource, sourceHeight } from "./figureSource";
import * as legends from "./legends";
import type { LegendKey, Size } from "./model";
import { legendHeight, type PaintedKey, paintLegend } from "./paintLegend";
import { CanvasPen, type Pen } from "./pen";
import { SvgPen } from "./svgPen";
import { type ChartTokens, colorOf, paper } from "./tokens";

export type Painter = (pen: Pen, size: Size, tokens: ChartTokens) => void;

/** Makes a legend when the figure is saved; the words for it are loaded only then. */
export type SavedLegend = (words: typeof legends) => legends.Keys;

/** What the marks mean, drawn below the figure; "drawn" where the painter draws it itself. */
export type FigureLegend = readonly [PaintedKey, ...PaintedKey[]] | SavedLegend | "drawn";

export interface PaintedFigure {
  readonly title: string;
  readonly size: Size;
  readonly paint: Painter;
  readonly legend: FigureLegend;
}

/** A figure that another painter than ours draws, with its legend and the source below it. */
export interface ForeignFigure {
  readonly title: string;
  readonly size: Size;
  png(density: number, source: FigureSource | undefined): Promise<Blob>;
  svg(source: FigureSource): Promise<string>;
}

export type Figure = PaintedFigure | ForeignFigure;

const titleHeight = 28;
/** White at the left and right. */
const margin = 8;

/** The figure as an SVG document: title, figure, legend, source. */
export async function toSvg(figure: Figure, source: FigureSource): Promise<string> {
  if ("svg" in figure) return figure.svg(source);
  const pen = new SvgPen();
  const { width, height } = sizeOf(figure, source);
  pen.rect({ x: 0, y: 0, width, height }, paper.surface);
  paintTitled(figure, source, pen);
  return pen.document(width, height, figure.title);
}

/** The figure as PNG bytes, `density` device pixels per CSS pixel; without a source only as a small picture inside the product. */
export function toPng(figure: Figure, source: FigureSource | undefined, density = 3): Promise<Blob> {
  if ("png" in figure) return figure.png(density, source);
  const canvas = document.createElement("canvas");
  const { width, height } = sizeOf(figure, source);
  canvas.width = Math.round(width * density);
  canvas.height = Math.round(height * density);
  const context = canvas.getContext("2d");
  if (!context) return Promise.reject(new Error("This browser cannot draw pictures."));
  context.scale(density, density);
  context.fillStyle = paper.surface;
  context.fillRect(0, 0, canvas.width, canvas.height);
  paintTitled(figure, source, new CanvasPen(context));
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The picture could not be made."))), "image/png");
  });
}

const paintedKey = ({ shape, tone, words }: LegendKey): PaintedKey => ({
  shape,
  words,
  color: tone ? colorOf(paper, tone) : shape === "line" ? paper.faint : paper.line,
});

function keysOf({ legend }: PaintedFigure): readonly PaintedKey[] {
  if (legend === "drawn") return [];
  return typeof legend === "function" ? legend(legends).map(paintedKey) : legend;
}

function sizeOf(figure: PaintedFigure, source: FigureSource | undefined): Size {
  const { width, height } = figure.size;
  const below = legendHeight(keysOf(figure), width) + (source ? sourceHeight(source, width) : 0);
  return { width: width + 2 * margin, height: height + titleHeight + below };
}

function paintTitled(figure: PaintedFigure, source: FigureSource | undefined, pen: Pen): void {
  const { title, size, paint } = figure;
  const keys = keysOf(figure);
  pen.text(margin, 18, title, { color: paper.text, size: 13, weight: 600 });
  pen.group(margin, titleHeight, () => paint(pen, size, paper));
  const below = titleHeight + size.height;
  if (keys.length > 0) pen.group(margin, below, () => paintLegend(keys, size.width, pen, paper.text));
  if (!source) return;
  pen.group(margin, below + legendHeight(keys, size.width), () => paintSource(source, size.width, pen, paper.muted));
}
