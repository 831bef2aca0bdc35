/** What figures are drawn from, by the contract (docs/formats/plots.md): parallel lists, already reduced. Positions are 1-based. */
import type { Schemas } from "@/lib/contract";

export type ManhattanData = Schemas["ManhattanPlot"];
export type QqData = Schemas["QqPlot"];
export type CloudData = Schemas["ScatterPlot"];
export type HistogramData = Schemas["HistogramPlot"];
export type SenData = Schemas["SenPoint"];
