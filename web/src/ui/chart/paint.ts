/** Draws a model with a pen: areas, grid, cells, points, lines, marks, axes – in that order. */
import { type Layout, layOut, textWidth } from "./layout";
import type { Cells, ChartModel, Mark, Points, Size, View } from "./model";
import { tones } from "./model";
import type { Box, Pen } from "./pen";
import { inView, mostPoints, pixelRuns } from "./rising";
import { cornersOf } from "./shapes";
import { type ChartTokens, colorOf } from "./tokens";

export interface Emphasis {
  /** Key of the mark that is selected elsewhere on the page. */
  readonly selected?: string | undefined;
}

export function paint(
  model: ChartModel,
  view: View,
  size: Size,
  tokens: ChartTokens,
  pen: Pen,
  emphasis: Emphasis = {},
): void {
  const layout = layOut(model, view, size);
  pen.rect({ x: 0, y: 0, width: size.width, height: size.height }, tokens.surface);
  paintGrid(model, layout, tokens, pen);
  pen.clip(grown(layout.area, 2), () => {
    for (const area of model.areas) pen.polygon(toPixels(area.points, layout), tokens.line, 0.9);
    for (const cells of model.cells) paintCells(cells, layout, tokens, pen);
    for (const points of model.points) paintPoints(points, layout, tokens, pen);
    for (const line of model.lines) {
      const color = colorOf(tokens, line.tone);
      pen.line(toPixels(line.points, layout), { color, width: line.width ?? 1, dash: line.dash ?? [] });
    }
  });
  paintMarks(model.marks, layout, tokens, pen, emphasis);
  paintAxes(model, layout, tokens, pen, size);
}

function grown(box: Box, by: number): Box {
  return { x: box.x - by, y: box.y - by, width: box.width + 2 * by, height: box.height + 2 * by };
}

function toPixels(points: ArrayLike<number>, layout: Layout): number[] {
  const pixels: number[] = [];
  for (let i = 0; i + 1 < points.length; i += 2) {
    pixels.push(layout.x.map(points[i] as number), layout.y.map(points[i + 1] as number));
  }
  return pixels;
}

function paintGrid(model: ChartModel, layout: Layout, tokens: ChartTokens, pen: Pen): void {
  const { area } = layout;
  const stroke = { color: tokens.line };
  if (model.y.grid) {
    for (const tick of layout.yTicks) {
      const y = Math.round(layout.y.map(tick.value)) + 0.5;
      pen.line([area.x, y, area.x + area.width, y], stroke);
    }
  }
  if (model.x.grid) {
    for (const tick of layout.xTicks) {
      if (tick.bare) continue;
      const x = Math.round(layout.x.map(tick.value)) + 0.5;
      pen.line([x, area.y, x, area.y + area.height], stroke);
    }
  }
}

/**
 * Cells wider than this do not look like points and are drawn paler, so that single points are
 * visible in front of them.
 */
const wideCell = 5;

function paintCells(cells: Cells, layout: Layout, tokens: ChartTokens, pen: Pen): void {
  const { area } = layout;
  for (let i = 0; i < cells.x0.length; i++) {
    const left = Math.max(layout.x.map(cells.x0[i] as number), area.x);
    const right = Math.min(layout.x.map(cells.x1[i] as number), area.x + area.width);
    const low = layout.y.map(cells.y0[i] as number);
    const high = layout.y.map(cells.y1[i] as number);
    if (right <= left || low <= area.y || high >= area.y + area.height) continue;
    const width = Math.max(right - left, 1);
    const height = Math.max(low - high, 1.4);
    const weight = cells.weight ? 0.3 + 0.7 * (cells.weight[i] as number) : 1;
    const tone = tones[cells.tone[i] as number] ?? "first";
    const box = { x: left, y: low - height, width, height };
    pen.rect(box, colorOf(tokens, tone), width > wideCell && !cells.weight ? 0.45 : weight);
  }
}

function paintPoints(points: Points, layout: Layout, tokens: ChartTokens, pen: Pen): void {
  const { area } = layout;
  const [from, to] = inView(points, layout.x.domain);
  if (to - from > mostPoints) {
    for (const run of pixelRuns(points, layout)) pen.rect(run.box, colorOf(tokens, tones[run.tone] ?? "first"));
    return;
  }
  const byTone: number[][] = tones.map(() => []);
  for (let i = from; i < to; i++) {
    const x = layout.x.map(points.x[i] as number);
    const y = layout.y.map(points.y[i] as number);
    const outside = x < area.x - 3 || x > area.x + area.width + 3 || y < area.y - 3 || y > area.y + area.height + 3;
    if (!outside) byTone[points.tone[i] as number]?.push(x, y);
  }
  byTone.forEach((centres, index) => {
    paintShapes(points, centres, colorOf(tokens, tones[index] ?? "first"), pen);
  });
}

function paintShapes({ shape, size, alpha }: Points, centres: readonly number[], fill: string, pen: Pen): void {
  if (shape === "square") pen.squares(centres, size, fill, alpha);
  else if (shape === "dot" && centres.length > fewDots) pen.dots(centres, size / 2, fill, alpha);
  else {
    for (let i = 0; i + 1 < centres.length; i += 2) {
      const [x, y] = [centres[i] as number, centres[i + 1] as number];
      if (shape === "dot") pen.circle(x, y, size / 2, fill);
      else pen.polygon(cornersOf(shape, x, y, size), fill, alpha);
    }
  }
}

/** More dots than these are put down as copies of one picture. */
const fewDots = 2000;

/** Strongest marks get their words first; a label that would cover another is left to hover and keyboard. */
function paintMarks(marks: readonly Mark[], layout: Layout, tokens: ChartTokens, pen: Pen, emphasis: Emphasis): void {
  const taken: Box[] = [];
  for (const mark of [...marks].sort((a, b) => Math.abs(b.y) - Math.abs(a.y))) {
    const x = layout.x.map(mark.x);
    const y = layout.y.map(mark.y);
    if (!inside(layout.area, x, y)) continue;
    const chosen = mark.key === emphasis.selected;
    if (chosen) pen.circle(x, y, 4.5, tokens.highlight, tokens.surface);
    const box = labelBox(mark, layout.area, x, mark.y < 0 ? y + 26 : y);
    if (!chosen && taken.some((other) => overlaps(other, box))) continue;
    taken.push(box);
    const color = chosen ? tokens.highlight : tokens.text;
    const weight = chosen ? 600 : 500;
    pen.text(box.x + box.width / 2, box.y + 10, mark.text, { color, align: "middle", weight, halo: tokens.surface });
  }
}

function labelBox(mark: Mark, area: Box, x: number, y: number): Box {
  const width = textWidth(mark.text);
  const left = Math.min(Math.max(x - width / 2, area.x), area.x + area.width - width);
  return { x: left, y: Math.max(y - 20, 0), width, height: 14 };
}

const inside = (box: Box, x: number, y: number): boolean =>
  x >= box.x - 1 && x <= box.x + box.width + 1 && y >= box.y - 1 && y <= box.y + box.height + 1;

const overlaps = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width + 4 && b.x < a.x + a.width + 4 && a.y < b.y + b.height && b.y < a.y + a.height;

function paintAxes(model: ChartModel, layout: Layout, tokens: ChartTokens, pen: Pen, size: Size): void {
  const { area } = layout;
  const base = model.y.mirrored ? layout.y.map(0) - 11 : area.y + area.height;
  for (const tick of layout.yTicks) {
    pen.text(area.x - 6, layout.y.map(tick.value) + 4, tick.label, { color: tokens.faint, align: "end" });
  }
  let free = Number.NEGATIVE_INFINITY;
  for (const tick of layout.xTicks) {
    // Figures are a little wider than the text that is estimated.
    const half = textWidth(tick.label) * 0.55;
    const x = Math.min(Math.max(layout.x.map(tick.value), half), size.width - half);
    // What would touch the words before it is left out.
    if (x - half < free) continue;
    free = x + half;
    pen.text(x, base + 15, tick.label, { color: tokens.faint, align: "middle" });
  }
  if (model.y.label) pen.text(0, 12, model.y.label, { color: tokens.muted });
  if (model.y.mirrored) pen.text(0, size.height - 4, model.y.mirrored, { color: tokens.muted });
  if (model.x.label) {
    pen.text(area.x + area.width / 2, base + 33, model.x.label, { color: tokens.muted, align: "middle" });
  }
}
