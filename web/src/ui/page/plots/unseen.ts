/** The figure of made-up rows, drawn while a reader looks at the reduced plot, so that its code is compiled when a filter needs it. */
import { whenIdle } from "@/lib/browser/idle";
import { layOut } from "../../chart/layout";
import { type ChartModel, wholeView } from "../../chart/model";
import { mostPoints, pixelRuns } from "../../chart/rising";
import { drawManhattan } from "./manhattanPlot";
import type { OverviewOf } from "./overview";
import { PlotRows, strengthColumn } from "./rows";

/**
 * Each turn is short enough not to delay user input; browsers compile code that runs this often.
 */
const turns = 8;

export function drawUnseen(plot: OverviewOf, signal: AbortSignal): void {
  void import("./GeneticPlot");
  if (plot.type !== "manhattan") return;
  const rows = new PlotRows([plot.place.chromosome, plot.place.position, strengthColumn(plot.y)], made, new Map());
  const draw = (left: number) => {
    if (left === 0 || signal.aborted) return;
    const { model } = drawManhattan(plot, rows, "GRCh38");
    runsOf(model);
    whenIdle(() => draw(left - 1));
  };
  whenIdle(() => draw(turns));
}

function runsOf(model: ChartModel) {
  for (const points of model.points) pixelRuns(points, layOut(model, wholeView(model), { width: 600, height: 260 }));
}

const count = mostPoints + 1;
const made = {
  columns: [
    { type: "text" as const, codes: new Uint32Array(count), texts: { joined: "1", ends: Uint32Array.of(1) } },
    { type: "number" as const, numbers: Float64Array.from({ length: count }, (_, i) => 1 + i) },
    { type: "number" as const, numbers: Float64Array.from({ length: count }, (_, i) => (i % 1000) / 200) },
  ],
  rows: Uint32Array.from({ length: count }, (_, i) => i),
};
