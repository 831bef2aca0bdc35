import type { Schemas } from "./client";

/** What the data of each figure are. */
export interface Plots {
  manhattan: Schemas["ManhattanPlot"];
  qq: Schemas["QqPlot"];
  eaf: Schemas["ScatterPlot"];
  pz: Schemas["ScatterPlot"];
  histograms: Schemas["HistogramsPlot"];
}

/** Plot data never change once they are there; a figure that is missing is told in its place, not on the whole page. */
export const plotOptions = <Name extends keyof Plots>() => ({
  staleTime: Number.POSITIVE_INFINITY,
  throwOnError: false,
  // The contract lists what a plot may be; which of them it is, its name says.
  select: (plot: Plots[keyof Plots]) => plot as Plots[Name],
});
