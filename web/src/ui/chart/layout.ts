/** The plot area inside the figure, and its scales. */
import type { ChartModel, Size, View } from "./model";
import type { Box } from "./pen";
import { linear, type Scale, type Tick } from "./scale";

export interface Layout {
  readonly area: Box;
  readonly x: Scale;
  readonly y: Scale;
  readonly xTicks: readonly Tick[];
  readonly yTicks: readonly Tick[];
}

/** Width of 11 px text, near enough to place labels the same way on every pen. */
export const textWidth = (text: string): number => text.length * 6.4;

const margin = { top: 10, right: 10, bottom: 20, labelX: 18, labelY: 16 };

export function layOut(model: ChartModel, view: View, size: Size): Layout {
  const top = margin.top + (model.y.label ? margin.labelY : 0);
  const bottom = margin.bottom + (model.x.label || model.y.mirrored ? margin.labelX : 0);
  const height = Math.max(10, size.height - top - bottom);
  const yTicks = model.y.ticks(view.y, height);
  const left = Math.max(24, ...yTicks.map((tick) => textWidth(tick.label) + 10));
  const width = Math.max(10, size.width - left - margin.right);
  return {
    area: { x: left, y: top, width, height },
    x: linear(view.x, [left, left + width]),
    y: linear(view.y, [top + height, top]),
    xTicks: model.x.ticks(view.x, width),
    yTicks,
  };
}
