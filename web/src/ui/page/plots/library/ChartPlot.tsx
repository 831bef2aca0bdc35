import { useMemo } from "react";
import type { FigureProps } from "../figureProps";
import { Notes } from "../Notes";
import { drawLibrary, type LibraryPlotOf } from "./charts";
import { LibraryPlot } from "./LibraryPlot";

/** A plot that the charting library draws; its code comes when the first one is shown. */
export function ChartPlot({ plot, rows, view, onView }: FigureProps) {
  const chart = useMemo(() => drawLibrary(plot as LibraryPlotOf, rows), [plot, rows]);
  return (
    <LibraryPlot
      chart={chart}
      view={view}
      onView={onView}
      notes={<Notes notes={chart.notes} summary={chart.summary} />}
    />
  );
}
