import { type QueryKey, queryOptions } from "@tanstack/react-query";
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
export const plotQuery = <Name extends keyof Plots>(
  queryKey: QueryKey,
  name: Name,
  ask: (name: Name, signal: AbortSignal) => Promise<Plots[keyof Plots]>,
) =>
  queryOptions({
    queryKey: [...queryKey, name],
    // The contract lists what a plot may be; which of them it is, its name says.
    queryFn: async ({ signal }) => (await ask(name, signal)) as Plots[Name],
    staleTime: Number.POSITIVE_INFINITY,
    throwOnError: false,
  });
