import { useMemo } from "react";
import type { Plots } from "@/api/plots";
import { beyondWords, histogramModel, histogramsTwin } from "@/ui/chart/histogram";
import { PlotCard } from "@/ui/chart/PlotCard";
import type { HistogramData } from "@/ui/chart/plotData";
import { ScatterPlot } from "@/ui/chart/ScatterPlot";
import { drawnFrom } from "./figureWords";
import classes from "./qc.module.css";
import type { QcReport } from "./report";

const height = 150;

/** How the numbers of the file are spread, beside each other. */
export function HistogramsCard({ data, report }: { data: Plots["histograms"]; report: QcReport }) {
  const twin = useMemo(() => histogramsTwin(data.items), [data]);
  const read = report.figures_from === "clean" && data.items.filter(({ from }) => from === "read");
  return (
    <PlotCard
      title="Histograms"
      height={2 * height}
      twin={twin}
      note={
        <>
          {data.items.some(({ mark }) => mark !== null) && "The dashed lines are the thresholds of this run. "}
          {read && read.length > 0 && `Of all rows read: ${read.map(({ name }) => name).join("; ")}. `}
          {drawnFrom(report)}
        </>
      }
    >
      <div className={classes.multiples}>
        {data.items.map((one) => (
          <Histogram key={one.key} data={one} />
        ))}
      </div>
    </PlotCard>
  );
}

function Histogram({ data }: { data: HistogramData }) {
  const model = useMemo(() => histogramModel(data), [data]);
  return (
    <figure className={classes.multiple}>
      <figcaption>
        <strong>{data.name}</strong>
        <div className={classes.beyond}>{beyondWords(data).join(", ")}</div>
      </figcaption>
      <ScatterPlot model={model} height={height} view={undefined} />
    </figure>
  );
}
