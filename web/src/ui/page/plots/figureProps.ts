import type { Plot } from "@/lib/document/document";
import type { PlotView } from "@/lib/document/views";
import type { PageProps } from "../page";
import type { PlotRows } from "./rows";

/** What the figure of a plot is handed: its rows, and the part of it that the table follows. */
export interface FigureProps<P extends Plot = Plot> {
  plot: P;
  rows: PlotRows;
  page: PageProps;
  view: PlotView | undefined;
  onView: (view: PlotView | undefined) => void;
}
