/** Saves a figure as a file. Both kinds run the painter again on white, whatever the page's colours are. */
import type { Size } from "./model";
import { CanvasPen, type Pen } from "./pen";
import { SvgPen } from "./svgPen";
import { type ChartTokens, paper } from "./tokens";

export type Painter = (pen: Pen, size: Size, tokens: ChartTokens) => void;

export interface PaintedFigure {
  readonly title: string;
  readonly size: Size;
  readonly paint: Painter;
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
  paintTitled(figure, pen);
  return pen.document(figure.size.width + 2 * margin, figure.size.height + titleHeight, figure.title);
}

/** The figure as PNG bytes, `density` device pixels per CSS pixel. */
export function toPng(figure: Figure, density = 3): Promise<Blob> {
  if ("png" in figure) return figure.png(density);
  const canvas = document.createElement("canvas");
  canvas.width = Math.round((figure.size.width + 2 * margin) * density);
  canvas.height = Math.round((figure.size.height + titleHeight) * density);
  const context = canvas.getContext("2d");
  if (!context) return Promise.reject(new Error("This browser cannot draw pictures."));
  context.scale(density, density);
  context.fillStyle = paper.surface;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.translate(margin, titleHeight);
  figure.paint(new CanvasPen(context), figure.size, paper);
  context.translate(0, -titleHeight);
  new CanvasPen(context).text(0, 18, figure.title, { color: paper.text, size: 13, weight: 600 });
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The picture could not be made."))), "image/png");
  });
}

function paintTitled(figure: PaintedFigure, pen: SvgPen): void {
  pen.rect(
    { x: 0, y: 0, width: figure.size.width + 2 * margin, height: figure.size.height + titleHeight },
    paper.surface,
  );
  pen.text(margin, 18, figure.title, { color: paper.text, size: 13, weight: 600 });
  pen.group(margin, titleHeight, () => figure.paint(pen, figure.size, paper));
}

/** A file name of the title: letters, digits and dashes. */
export function fileNameOf(title: string, extension: string): string {
  const stem = title
    .normalize("NFKD")
    .replace(/[^A-Za-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 80);
  return `${stem || "figure"}.${extension}`;
}

/** Hands bytes to the browser as a download. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
