/** Which plots the charting library draws, and how each is made. */
import type { PlotRows } from "../rows";
import { type BarOf, drawBar } from "./bar";
import { type BoxOf, drawBox } from "./box";
import type { LibraryChart } from "./chart";
import { drawHistogram, type HistogramOf } from "./histogram";
import { drawScatter, type ScatterOf } from "./scatter";
import { drawScore, type ScoreOf } from "./score";

export type LibraryPlotOf = ScatterOf | BarOf | BoxOf | HistogramOf | ScoreOf;

export function drawLibrary(plot: LibraryPlotOf, rows: PlotRows): LibraryChart {
  switch (plot.type) {
    case "scatter":
      return drawScatter(plot, rows);
    case "bar":
      return drawBar(plot, rows);
    case "box":
      return drawBox(plot, rows);
    case "histogram":
      return drawHistogram(plot, rows);
    case "score":
      return drawScore(plot, rows);
  }
}
