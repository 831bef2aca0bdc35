/** Views of a model along x. The height follows what is in view, so that a zoomed peak fills the figure. */
import { type ChartModel, type View, wholeView } from "./model";
import { type Range, upTo } from "./scale";

/** Parts of the domain that cannot be zoomed further. */
const smallest = 1e-6;

/** The view of an x range, kept inside the domain; undefined when that is the whole. */
export function viewOf(model: ChartModel, wanted: Range): View | undefined {
  const [low, high] = model.x.domain;
  const whole = high - low;
  const span = Math.min(Math.max(wanted[1] - wanted[0], whole * smallest), whole);
  if (span >= whole * 0.999) return undefined;
  const middle = (wanted[0] + wanted[1]) / 2;
  const start = Math.min(Math.max(middle - span / 2, low), high - span);
  const x: Range = [start, start + span];
  return { x, y: heightOf(model, x) };
}

/** Zooms by `factor` (2: half of what is in view) around the middle. */
export function zoomBy(model: ChartModel, view: View, factor: number): View | undefined {
  const middle = (view.x[0] + view.x[1]) / 2;
  const half = (view.x[1] - view.x[0]) / 2 / factor;
  return viewOf(model, [middle - half, middle + half]);
}

/** Moves by `share` of what is in view, negative to the left. */
export function moveBy(model: ChartModel, view: View, share: number): View | undefined {
  const by = (view.x[1] - view.x[0]) * share;
  return viewOf(model, [view.x[0] + by, view.x[1] + by]);
}

function heightOf(model: ChartModel, x: Range): Range {
  const whole = wholeView(model).y;
  let highest = 0;
  for (const points of model.points) {
    for (let i = 0; i < points.x.length; i++) {
      const at = points.x[i] as number;
      if (at >= x[0] && at <= x[1]) highest = Math.max(highest, points.y[i] as number);
    }
  }
  for (const cells of model.cells) {
    for (let i = 0; i < cells.x0.length; i++) {
      const overlaps = (cells.x0[i] as number) <= x[1] && (cells.x1[i] as number) >= x[0];
      if (overlaps) highest = Math.max(highest, cells.y1[i] as number);
    }
  }
  for (const line of model.lines) {
    for (let i = 1; i < line.points.length; i += 2) highest = Math.max(highest, line.points[i] as number);
  }
  const fitted = upTo(highest, 5);
  return fitted[1] < whole[1] ? [whole[0], fitted[1]] : whole;
}
