import { VisuallyHidden } from "@mantine/core";
import { type KeyboardEvent, useCallback, useEffect, useId, useMemo, useRef, useState } from "react";
import classes from "./chart.module.css";
import type { Painter } from "./exportFigure";
import { FigureCanvas } from "./FigureCanvas";
import { type Hit, HitIndex } from "./hit";
import { type Layout, layOut } from "./layout";
import { Marks, marksInView } from "./Marks";
import { type ChartModel, type Mark, type Size, type View, wholeView } from "./model";
import { PlotTip } from "./PlotTip";
import { paint } from "./paint";
import { type Dragged, usePointer } from "./usePointer";
import { useWheel } from "./useWheel";
import { moveBy, viewOf, zoomBy } from "./zoom";

interface Props {
  model: ChartModel;
  height: number;
  /** The part in view; undefined for the whole. */
  view: View | undefined;
  /** Absent on a figure that cannot be zoomed. */
  onView?: ((view: View | undefined) => void) | undefined;
  /** A point was clicked, or a mark chosen by keyboard. */
  onPick?: ((x: number, y: number) => void) | undefined;
  selected?: string | undefined;
  onWidth?: ((width: number) => void) | undefined;
}

/**
 * A scatter figure: hover and keyboard show the facts of a point, dragging zooms along x, Escape
 * and double click reset.
 */
export function ScatterPlot({ model, height, view, onView, onPick, selected, onWidth }: Props) {
  const help = useId();
  const [width, setWidth] = useState(0);
  const [marked, setMarked] = useState<Mark>();
  const shown = useMemo(() => view ?? wholeView(model), [view, model]);
  const size = useMemo<Size>(() => ({ width, height }), [width, height]);
  const layout = useMemo(() => layOut(model, shown, size), [model, shown, size]);
  const index = useMemo(() => (width > 0 ? new HitIndex(model, layout) : undefined), [model, layout, width]);

  const painter = useCallback(
    (...[pen, at, tokens]: Parameters<Painter>) => paint(model, shown, at, tokens, pen, { selected }),
    [model, shown, selected],
  );
  const sized = useCallback(
    (next: number) => {
      setWidth(next);
      onWidth?.(next);
    },
    [onWidth],
  );
  const pointer = usePointer({
    zooms: onView !== undefined,
    hitAt: (x, y) => index?.at(x, y),
    onDrag: (x, y) =>
      onView?.(
        viewOf(
          model,
          [layout.x.invert(x[0]), layout.x.invert(x[1])],
          // Upwards on an axis is downwards in pixels.
          [layout.y.invert(y[1]), layout.y.invert(y[0])],
        ),
      ),
    onReset: () => onView?.(undefined),
    onPick: (hit) => pick(hit),
  });

  function pick(hit: Hit): void {
    if (hit.point) onPick?.(layout.x.invert(hit.x), layout.y.invert(hit.y));
  }

  const surface = useWheel<HTMLDivElement>((event) => {
    if (!onView || (!event.ctrlKey && !event.metaKey && !event.shiftKey && event.deltaX === 0)) return false;
    const at = (event.offsetX - layout.area.x) / layout.area.width;
    if (event.ctrlKey || event.metaKey) onView(zoomBy(model, shown, 2 ** (-event.deltaY / 300), at));
    else if (view) onView(moveBy(model, shown, (event.deltaX || event.deltaY) / layout.area.width));
    return true;
  });

  function onKeyDown(event: KeyboardEvent): void {
    if (!onView) return;
    if (event.key === "Escape" && (pointer.dragged || view)) {
      pointer.cancel();
      onView(undefined);
    } else if (event.key === "+" || event.key === "=") onView(zoomBy(model, shown, 2));
    else if (event.key === "-") onView(zoomBy(model, shown, 0.5));
    else if (event.key === "PageUp") onView(moveBy(model, shown, -0.5));
    else if (event.key === "PageDown") onView(moveBy(model, shown, 0.5));
    else return;
    event.preventDefault();
  }

  // Where nothing is labelled, the figure itself takes the keys.
  const box = useRef<HTMLDivElement>(null);
  const isBare = onView !== undefined && marksInView(model, layout).length === 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the last labelled point has left
  useEffect(() => {
    if (!isBare || !marked) return;
    setMarked(undefined);
    box.current?.focus();
  }, [isBare]);

  const tip = tipOf(marked, pointer.hover, layout);
  const words = onView && view ? (model.x.describe?.(view.x) ?? "") : "";
  return (
    // biome-ignore lint/a11y/useSemanticElements: a figure with its points is no fieldset
    <div
      ref={box}
      role="group"
      aria-label={model.title}
      aria-describedby={help}
      className={classes.keyed}
      tabIndex={isBare ? 0 : -1}
      onKeyDown={onKeyDown}
    >
      <FigureCanvas paint={painter} height={height} label={`${model.title}. ${model.summary}`} onWidth={sized}>
        <div
          ref={surface}
          className={onPick ? classes.surfacePick : classes.surface}
          data-testid="plot-surface"
          {...pointer.handlers}
        />
        {pointer.dragged && (
          <div className={classes.selection} style={boxOf(pointer.dragged, model.both ? undefined : layout)} />
        )}
        <Marks
          model={model}
          layout={layout}
          help={help}
          selected={selected}
          onFocus={setMarked}
          onPick={(mark) => onPick?.(mark.x, mark.y)}
        />
        {tip && <PlotTip x={tip.x} y={tip.y} facts={tip.facts} size={size} />}
      </FigureCanvas>
      <p id={help} className={classes.keys}>
        {helpText(!isBare, onView !== undefined, onPick !== undefined)}
      </p>
      <VisuallyHidden aria-live="polite">{words && `Zoomed to ${words}`}</VisuallyHidden>
    </div>
  );
}

/** The dragged area; along x only, it is as high as the plot area. */
function boxOf({ x, y }: Dragged, layout: Layout | undefined) {
  const [top, bottom] = layout ? [layout.area.y, layout.area.y + layout.area.height] : y;
  return { left: x[0], width: x[1] - x[0], top, height: bottom - top };
}

function tipOf(marked: Mark | undefined, hover: Hit | undefined, layout: Layout) {
  if (hover) return hover;
  if (!marked) return undefined;
  return { x: layout.x.map(marked.x), y: layout.y.map(marked.y), facts: marked.facts };
}

function helpText(marks: boolean, zooms: boolean, picks: boolean): string {
  const words = marks ? ["Arrow keys go through the labelled points."] : [];
  if (marks && picks) words.push("Enter opens one.");
  if (zooms) words.push("Plus and minus zoom, Page Up and Page Down move, Escape shows everything.");
  return words.join(" ");
}
