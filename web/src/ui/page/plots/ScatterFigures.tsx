import { useMemo } from "react";
import type { SavedLegend } from "../../chart/exportFigure";
import type { ChartModel, View } from "../../chart/model";
import { ScatterCard } from "../../chart/ScatterCard";
import { ZoomHint } from "../../chart/ZoomHint";
import { viewOf } from "../../chart/zoom";
import { type DrawnScatter, isBlank } from "./drawn";
import type { FigureProps } from "./figureProps";
import { Notes } from "./Notes";
import { NothingDrawn } from "./NothingDrawn";
import { drawPhewas, type PhewasOf } from "./phewasPlot";
import { useMoving } from "./useMoving";
import { drawVolcano, type VolcanoOf } from "./volcanoPlot";

/** Effect against strength. */
export function VolcanoFigure({ plot, rows, view, onView }: FigureProps<VolcanoOf>) {
  const drawn = useMemo(() => drawVolcano(plot, rows), [plot, rows]);
  const settled = useMemo(
    () => view?.x && viewOf(drawn.model, view.x, view.y ?? drawn.model.y.domain),
    [drawn.model, view],
  );
  const [shown, setShown] = useMoving(settled, (next) => onView(next && { x: next.x, y: next.y }));
  return (
    <Drawn
      drawn={drawn}
      keys={({ volcanoKeys }) => volcanoKeys(drawn.model)}
      height={plot.height ?? 320}
      view={shown}
      onView={setShown}
    />
  );
}

/** Rows side by side in groups; the zoomed part determines the groups in the table. */
export function PhewasFigure({ plot, rows, view, onView }: FigureProps<PhewasOf>) {
  const drawn = useMemo(() => drawPhewas(plot, rows), [plot, rows]);
  const settled = useMemo(() => groupsView(drawn, view?.categories), [drawn, view]);
  const [shown, setShown] = useMoving(settled, (next) => onView(next && { categories: drawn.groupsIn(next.x) }));
  return (
    <Drawn
      drawn={drawn}
      keys={({ phewasKeys }) => phewasKeys(drawn.model)}
      height={plot.height ?? 320}
      view={shown}
      onView={setShown}
    />
  );
}

function groupsView(drawn: ReturnType<typeof drawPhewas>, groups: readonly string[] | undefined): View | undefined {
  const range = groups && drawn.rangeOf(groups);
  return range && viewOf(drawn.model, range);
}

interface DrawnProps {
  drawn: DrawnScatter & { model: ChartModel };
  keys: SavedLegend;
  height: number;
  view: View | undefined;
  onView: (view: View | undefined) => void;
}

function Drawn({ drawn: { model, twin, notes }, keys, height, view, onView }: DrawnProps) {
  if (isBlank(model)) return <NothingDrawn title={model.title} notes={notes} />;
  return (
    <ScatterCard
      title={model.title}
      model={model}
      twin={twin}
      savedLegend={keys}
      height={height}
      zooms
      aside={<ZoomHint follows="; the table follows" />}
      note={<Notes summary={model.summary} notes={notes} />}
      view={view ?? null}
      onView={onView}
    />
  );
}
