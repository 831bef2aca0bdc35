/** Saves a figure as a file. Both kinds run the painter again on white, whatever the page's colours are. */
import type { Size } from "./model";
import { legendHeight, type PaintedKey, paintLegend } from "./paintLegend";
import { CanvasPen, type Pen } from "./pen";
import { SvgPen } from "./svgPen";
import { type ChartTokens, paper } from "./tokens";

export type Painter = (pen: Pen, size: Size, tokens: ChartTokens) => void;

export interface PaintedFigure {
  readonly title: string;
  readonly size: Size;
  readonly paint: Painter;
  /** What its marks mean, drawn below it. */
  readonly legend?: readonly PaintedKey[] | undefined;
}

/** A figure that another painter than ours draws. */
export interface ForeignFigure {
  readonly title: string;
  readonly size: Size;
  png(density: number): Promise<Blob>;
  svg(): Promise<string>;
}

export type Figure = PaintedFigure | ForeignFigure;

const titleHeight = 28;
/** White at the left and right. */
const margin = 8;

/** The figure as an SVG document with its title above it. */
export async function toSvg(figure: Figure): Promise<string> {
  if ("svg" in figure) return figure.svg();
  const pen = new SvgPen();
  const { width, height } = sizeOf(figure);
  pen.rect({ x: 0, y: 0, width, height }, paper.surface);
  paintTitled(figure, pen);
  return pen.document(width, height, figure.title);
}

/** The figure as PNG bytes, `density` device pixels per CSS pixel. */
export function toPng(figure: Figure, density = 3): Promise<Blob> {
  if ("png" in figure) return figure.png(density);
  const canvas = document.createElement("canvas");
  const { width, height } = sizeOf(figure);
  canvas.width = Math.round(width * density);
  canvas.height = Math.round(height * density);
  const context = canvas.getContext("2d");
  if (!context) return Promise.reject(new Error("This browser cannot draw pictures."));
  context.scale(density, density);
  context.fillStyle = paper.surface;
  context.fillRect(0, 0, canvas.width, canvas.height);
  paintTitled(figure, new CanvasPen(context));
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The picture could not be made."))), "image/png");
  });
}

function sizeOf({ size, legend = [] }: PaintedFigure): Size {
  return {
    width: size.width + 2 * margin,
    height: size.height + titleHeight + legendHeight(legend, size.width),
  };
}

function paintTitled({ title, size, paint, legend = [] }: PaintedFigure, pen: Pen): void {
  pen.text(margin, 18, title, { color: paper.text, size: 13, weight: 600 });
  pen.group(margin, titleHeight, () => paint(pen, size, paper));
  if (legend.length === 0) return;
  pen.group(margin, titleHeight + size.height, () => paintLegend(legend, size.width, pen, paper.text));
}
