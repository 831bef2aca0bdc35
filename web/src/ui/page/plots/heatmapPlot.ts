/**
 * The heat map of a page: a cell for each pair of column and row, a diverging colour scale, and
 * circles that grow by steps.
 */
import type { Plot } from "@/lib/document/document";
import { plural } from "@/lib/format/format";
import { type HeatLayout, labelRoom, labelSize, middleOf } from "../../chart/heatLayout";
import type { Facts } from "../../chart/model";
import type { Pen } from "../../chart/pen";
import type { Twin } from "../../chart/TwinTable";
import type { ChartTokens } from "../../chart/tokens";
import { formatNumber } from "../../chart/words";
import { leftOut } from "./drawn";
import type { PlotRows } from "./rows";

export type HeatmapOf = Extract<Plot, { type: "heatmap" }>;

interface Cell {
  /** Index of the row of the table. */
  readonly i: number;
  readonly value: number;
  readonly circle: number;
}

export interface Heat {
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  at(row: number, column: number): Cell | undefined;
  readonly cells: number;
  readonly notes: readonly string[];
}

/** More than these per side are unreadable. */
const mostSide = 400;

/** Of more cells those without a value stay blank: a cross in each would hide the others, and takes seconds to draw. */
const mostCrossed = 10_000;

/** Of several rows for one cell the first holds; the others are counted. */
export function heatOf(plot: HeatmapOf, rows: PlotRows): Heat {
  const across = rows.groups(plot.column.column);
  const down = rows.groups(plot.row.column);
  const value = rows.numbers(plot.value.column);
  const circle = plot.circle ? rows.numbers(plot.circle.column) : undefined;
  const cells = new Map<number, Cell>();
  let [unnamed, without, twice] = [0, 0, 0];
  for (let i = 0; i < rows.length; i++) {
    const [column, row] = [across.of[i] as number, down.of[i] as number];
    const key = row * across.texts.length + column;
    if (column >= mostSide || row >= mostSide) continue;
    if (column < 0 || row < 0) unnamed++;
    else if (!Number.isFinite(value[i])) without++;
    else if (cells.has(key)) twice++;
    else cells.set(key, { i, value: value[i] as number, circle: circle?.[i] ?? Number.NaN });
  }
  const [columns, names] = [across.texts.slice(0, mostSide), down.texts.slice(0, mostSide)];
  return {
    rows: names,
    columns,
    at: (row, column) => cells.get(row * across.texts.length + column),
    cells: cells.size,
    notes: [
      ...leftOut(unnamed, "without a column or row"),
      ...leftOut(without, "without a value"),
      ...leftOut(twice, "for a cell that an earlier row fills"),
      ...beyond("column", across.texts.length),
      ...beyond("row", down.texts.length),
    ],
  };
}

const beyond = (what: string, count: number): string[] =>
  count > mostSide ? [`The first ${mostSide} of ${plural(count, what)} are plotted. A filter shows the others.`] : [];

/** −1 at `low` and below, 0 at the middle, 1 at `high` and above: each side by its own length. */
export function shareOf({ low, middle, high, reverse }: HeatmapOf["value"], value: number): number {
  const span = value < middle ? middle - low : high - middle;
  const share = span > 0 ? Math.max(-1, Math.min(1, (value - middle) / span)) : Math.sign(value - middle);
  return share === 0 ? 0 : reverse ? -share : share;
}

/** How many of the steps are reached, as a share; `reverse` counts those that are not. */
export function circleShare(circle: NonNullable<HeatmapOf["circle"]>, value: number): number {
  if (!Number.isFinite(value)) return 0;
  const reached = circle.steps.filter((step) => (circle.reverse ? value <= step : value >= step)).length;
  return reached / circle.steps.length;
}

const legendHeight = 44;

export function layOutHeat(heat: Heat, width: number): HeatLayout {
  const { rows, columns } = heat;
  const fits = Math.floor((width - 160) / Math.max(1, columns.length));
  const cell = Math.max(14, Math.min(34, fits));
  const left = labelRoom(rows, cell);
  const top = labelRoom(columns, cell);
  const area = { x: left, y: top, width: cell * columns.length, height: cell * rows.length };
  return {
    cell,
    area,
    size: { width: Math.max(left + area.width + 8, 340), height: top + area.height + legendHeight },
  };
}

/**
 * Blue below and orange above the middle, which every reader can distinguish; darker further away.
 */
function fillOf(share: number, tokens: ChartTokens): { color: string; alpha: number } {
  if (share === 0) return { color: tokens.line, alpha: 0.55 };
  return { color: share > 0 ? tokens.ramp4 : tokens.first, alpha: 0.12 + 0.88 * Math.abs(share) };
}

export function paintHeatmap(plot: HeatmapOf, heat: Heat, layout: HeatLayout, pen: Pen, tokens: ChartTokens): void {
  const { area, cell, size } = layout;
  pen.rect({ x: 0, y: 0, ...size }, tokens.surface);
  const names = { color: tokens.muted, size: labelSize(cell), mono: true } as const;
  heat.rows.forEach((name, i) => {
    pen.text(area.x - 5, area.y + (i + 0.5) * cell + 3.5, name, { ...names, align: "end" });
  });
  heat.columns.forEach((name, i) => {
    pen.text(area.x + (i + 0.5) * cell + 3.5, area.y - 5, name, { ...names, rotate: -90 });
  });
  const crossed = heat.rows.length * heat.columns.length <= mostCrossed;
  heat.rows.forEach((_, row) => {
    heat.columns.forEach((_, column) => {
      const found = heat.at(row, column);
      const { x, y } = middleOf(layout, row, column);
      if (!found) {
        // Nothing is known: a thin cross, not a colour.
        if (!crossed) return;
        pen.line([x - 2, y - 2, x + 2, y + 2], { color: tokens.strong });
        pen.line([x - 2, y + 2, x + 2, y - 2], { color: tokens.strong });
        return;
      }
      const { color, alpha } = fillOf(shareOf(plot.value, found.value), tokens);
      pen.squares([x, y], cell - 1, color, alpha);
      const radius = plot.circle ? circleShare(plot.circle, found.circle) * cell * 0.375 : 0;
      if (radius > 0) pen.circle(x, y, radius, tokens.text, tokens.surface);
    });
  });
  paintKey(plot, layout, pen, tokens);
}

/** The scale in five steps with its ends and its middle, and what the circle counts. */
function paintKey({ value, circle }: HeatmapOf, { size }: HeatLayout, pen: Pen, tokens: ChartTokens): void {
  const top = size.height - legendHeight + 14;
  const step = 26;
  const ends = [value.low, (value.low + value.middle) / 2, value.middle, (value.middle + value.high) / 2, value.high];
  ends.forEach((at, i) => {
    const { color, alpha } = fillOf(shareOf(value, at), tokens);
    pen.rect({ x: 2 + i * step, y: top, width: step - 1, height: 9 }, color, alpha);
  });
  const words = { color: tokens.muted } as const;
  pen.text(2, top + 22, formatNumber(value.low), words);
  pen.text(2 + 2.5 * step, top + 22, formatNumber(value.middle), { ...words, align: "middle" });
  pen.text(2 + 5 * step, top + 22, formatNumber(value.high), { ...words, align: "end" });
  pen.text(2 + 5 * step + 8, top + 8, value.label, words);
  if (!circle) return;
  const signs = circle.steps.map((at) => `${circle.reverse ? "≤" : "≥"} ${formatNumber(at)}`).join(", ");
  pen.text(2 + 5 * step + 8, top + 22, `circle: ${circle.label} ${signs}`, words);
}

export function cellFacts(plot: HeatmapOf, heat: Heat, rows: PlotRows, row: number, column: number): Facts {
  const found = heat.at(row, column);
  const title = `${heat.rows[row]} · ${heat.columns[column]}`;
  if (!found) return { title, facts: [[plot.value.label, "no value"]] };
  const circle: Facts["facts"] = plot.circle ? [[plot.circle.label, formatNumber(found.circle, 4)]] : [];
  return {
    title,
    facts: [[plot.value.label, formatNumber(found.value, 4)], ...circle, ...rows.hover(plot.hover, found.i)],
  };
}

export const factWords = ({ title, facts }: Facts): string =>
  [title, ...facts.map(([name, value]) => `${name} ${value}`)].join(", ");

export const heatSummary = (heat: Heat): string =>
  `${plural(heat.rows.length, "row")} by ${plural(heat.columns.length, "column")}, ${plural(heat.cells, "cell")} with a value.`;

export function heatTwin(plot: HeatmapOf, heat: Heat): Twin {
  const lines: string[][] = [];
  heat.rows.forEach((row, r) => {
    heat.columns.forEach((column, c) => {
      const found = heat.at(r, c);
      if (!found || lines.length >= 5000) return;
      const circle = plot.circle ? [formatNumber(found.circle, 4)] : [];
      lines.push([row, column, formatNumber(found.value, 4), ...circle]);
    });
  });
  return {
    caption: plot.title || "Heat map",
    columns: [
      { name: plot.row.label || "Row" },
      { name: plot.column.label || "Column" },
      { name: plot.value.label, kind: "number" },
      ...(plot.circle ? [{ name: plot.circle.label, kind: "number" as const }] : []),
    ],
    rows: lines,
  };
}
