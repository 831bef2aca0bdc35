/**
 * Views of a model. Along x only, the height adapts to the visible part, so that a zoomed peak
 * fills the figure.
 */
import { type ChartModel, type View, wholeView } from "./model";
import { inView } from "./rising";
import { type Range, upTo } from "./scale";

/** Parts of the domain that cannot be zoomed further. */
const smallest = 1e-6;

/** The view of ranges, kept inside the domains; undefined when that is the whole. Without `both`, y is not asked for. */
export function viewOf(model: ChartModel, wantedX: Range, wantedY: Range = model.y.domain): View | undefined {
  const x = within(wantedX, model.x.domain);
  if (!model.both) return x && { x, y: heightOf(model, x) };
  const y = within(wantedY, model.y.domain);
  return x || y ? { x: x ?? model.x.domain, y: y ?? model.y.domain } : undefined;
}

/** The range moved into a domain; undefined when it is as wide. */
function within(wanted: Range, [low, high]: Range): Range | undefined {
  const whole = high - low;
  const span = Math.min(Math.max(wanted[1] - wanted[0], whole * smallest), whole);
  if (span >= whole * 0.999) return undefined;
  const middle = (wanted[0] + wanted[1]) / 2;
  const start = Math.min(Math.max(middle - span / 2, low), high - span);
  return [start, start + span];
}

/**
 * Zooms by `factor` (2: half of the visible part) around the middle, or around `at` as a share of
 * the visible width.
 */
export function zoomBy(model: ChartModel, view: View, factor: number, at = 0.5): View | undefined {
  return viewOf(model, zoomed(view.x, factor, at), zoomed(view.y, factor, 0.5));
}

function zoomed([low, high]: Range, factor: number, at: number): Range {
  const fixed = low + (high - low) * at;
  return [fixed - (fixed - low) / factor, fixed + (high - fixed) / factor];
}

/** Moves by `share` of the visible part, negative to the left. */
export function moveBy(model: ChartModel, view: View, share: number): View | undefined {
  const by = (view.x[1] - view.x[0]) * share;
  return viewOf(model, [view.x[0] + by, view.x[1] + by], view.y);
}

function heightOf(model: ChartModel, x: Range): Range {
  const whole = wholeView(model).y;
  let highest = 0;
  for (const points of model.points) {
    const [from, to] = inView(points, x);
    for (let i = from; i < to; i++) {
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
