import type { Schemas } from "./client";

/** What the data of each figure are. */
export interface Plots {
  manhattan: Schemas["ManhattanPlot"];
  qq: Schemas["QqPlot"];
  eaf: Schemas["ScatterPlot"];
  pz: Schemas["ScatterPlot"];
  histograms: Schemas["HistogramsPlot"];
}

/** Plot data never change; a missing figure is reported in place, not for the whole page. */
export const plotOptions = <Name extends keyof Plots>() => ({
  staleTime: Number.POSITIVE_INFINITY,
  throwOnError: false,
  // The contract allows several plot types; the name determines which one it is.
  select: (plot: Plots[keyof Plots]) => plot as Plots[Name],
});
