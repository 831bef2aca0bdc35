import { useCallback, useMemo, useState } from "react";
import type { Painter } from "../../chart/exportFigure";
import { FigureCanvas } from "../../chart/FigureCanvas";
import { HeatSurface } from "../../chart/HeatSurface";
import type { Size } from "../../chart/model";
import { PlotCard } from "../../chart/PlotCard";
import { ScrollRegion } from "../../table/ScrollRegion";
import classes from "../page.module.css";
import type { FigureProps } from "./figureProps";
import {
  cellFacts,
  factWords,
  type HeatmapOf,
  heatOf,
  heatSummary,
  heatTwin,
  layOutHeat,
  paintHeatmap,
} from "./heatmapPlot";
import { Notes } from "./Notes";
import { NothingDrawn } from "./NothingDrawn";

/** Rows against columns: a colour and a circle for each pair. */
export function HeatFigure({ plot, rows }: FigureProps<HeatmapOf>) {
  const [room, setRoom] = useState(900);
  const heat = useMemo(() => heatOf(plot, rows), [plot, rows]);
  const layout = useMemo(() => layOutHeat(heat, room), [heat, room]);
  const twin = useMemo(() => heatTwin(plot, heat), [plot, heat]);
  const paint = useCallback<Painter>(
    (pen, _size, tokens) => paintHeatmap(plot, heat, layout, pen, tokens),
    [plot, heat, layout],
  );
  const measure = useCallback((element: HTMLElement | null) => {
    if (element) setRoom(element.clientWidth);
  }, []);
  const title = plot.title || "Heat map";
  const summary = heatSummary(heat);
  const size: Size = layout.size;
  const facts = (row: number, column: number) => cellFacts(plot, heat, rows, row, column);
  if (heat.cells === 0) return <NothingDrawn title={title} notes={heat.notes} />;
  return (
    <PlotCard
      title={title}
      height={Math.min(size.height, 560)}
      twin={twin}
      figure={() => ({ title, size, paint, legend: "drawn" })}
      note={<Notes summary={summary} notes={heat.notes} />}
    >
      <div ref={measure}>
        <ScrollRegion label={`${title}, figure`} className={classes.scroll}>
          <div style={{ width: size.width }}>
            <FigureCanvas paint={paint} height={size.height} label={`${title}. ${summary}`}>
              <HeatSurface
                layout={layout}
                rows={heat.rows.length}
                columns={heat.columns.length}
                title={title}
                facts={facts}
                words={(row, column) => factWords(facts(row, column))}
              />
            </FigureCanvas>
          </div>
        </ScrollRegion>
      </div>
    </PlotCard>
  );
}
