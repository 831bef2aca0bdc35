import { Button } from "@mantine/core";
import { type ReactNode, useCallback, useRef, useState } from "react";
import type { Painter, SavedLegend } from "./exportFigure";
import { Legend } from "./Legend";
import type { Keys } from "./legends";
import type { ChartModel, View } from "./model";
import { wholeView } from "./model";
import { PlotCard } from "./PlotCard";
import { paint } from "./paint";
import { ScatterPlot } from "./ScatterPlot";
import type { Twin } from "./TwinTable";
import { zoomBy } from "./zoom";

/** What the marks mean, drawn where the figure is saved: said below the figure too, or only in the file. */
type Keyed = { legend: Keys; savedLegend?: undefined } | { legend?: undefined; savedLegend: SavedLegend };

interface CardProps {
  title: string;
  model: ChartModel;
  twin: Twin;
  height: number;
  aside?: ReactNode;
  /** Controls of this figure, before those for zooming. */
  tools?: ReactNode;
  /** A sentence below the figure. */
  note?: ReactNode;
  /** Zooming along x: dragging, buttons, keys. */
  zooms?: boolean;
  onPick?: (x: number, y: number) => void;
  /** The part in view changed; undefined for the whole. */
  onView?: (view: View | undefined) => void;
  /** The part in view, where it is kept outside; null for the whole. */
  view?: View | null;
  selected?: string | undefined;
  id?: string;
}

/** A scatter figure in its card. The view is kept while the data of the same axis is refreshed. */
export function ScatterCard({
  title,
  model,
  twin,
  height,
  aside,
  tools,
  legend,
  savedLegend,
  note,
  zooms = false,
  onPick,
  onView,
  view: given,
  selected,
  id,
}: CardProps & Keyed) {
  const [own, setOwnView] = useState<View>();
  const view = given === undefined ? own : (given ?? undefined);
  const setView = (next: View | undefined) => {
    setOwnView(next);
    onView?.(next);
  };
  const width = useRef(0);
  const onWidth = useCallback((next: number) => {
    width.current = next;
  }, []);
  const shown = view ?? wholeView(model);

  const zoomTools = zooms && (
    <>
      {view && (
        <Button size="compact-xs" variant="default" onClick={() => setView(undefined)}>
          Show all
        </Button>
      )}
      <Button
        size="compact-xs"
        variant="default"
        aria-label="Zoom out"
        // It keeps the keyboard when the whole is in view.
        aria-disabled={!view}
        data-disabled={!view || undefined}
        onClick={() => view && setView(zoomBy(model, shown, 0.5))}
      >
        −
      </Button>
      <Button size="compact-xs" variant="default" aria-label="Zoom in" onClick={() => setView(zoomBy(model, shown, 2))}>
        +
      </Button>
    </>
  );
  const figure = () =>
    width.current
      ? {
          title: model.title,
          size: { width: width.current, height },
          legend: legend ? () => legend : savedLegend,
          paint: (...[pen, at, tokens]: Parameters<Painter>) => paint(model, shown, at, tokens, pen, { selected }),
        }
      : undefined;
  return (
    <PlotCard
      title={title}
      aside={view ? model.x.describe?.(view.x) : aside}
      tools={
        <>
          {tools}
          {zoomTools}
        </>
      }
      height={height}
      twin={twin}
      figure={figure}
      note={legend ? <Legend entries={legend}>{note}</Legend> : note}
      id={id}
    >
      <ScatterPlot
        model={model}
        height={height}
        view={view}
        onView={zooms ? setView : undefined}
        onPick={onPick}
        selected={selected}
        onWidth={onWidth}
      />
    </PlotCard>
  );
}
