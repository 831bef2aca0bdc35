/** A plot of the charting library as a file: drawn once more on white, with its title. */
import type { PlotView } from "@/lib/document/views";
import type { ForeignFigure } from "../../../chart/exportFigure";
import type { Size } from "../../../chart/model";
import { paper } from "../../../chart/tokens";
import type { LibraryChart } from "./chart";
import { close, echarts } from "./echarts";

const titleHeight = 28;

function titled(chart: LibraryChart, view: PlotView | undefined) {
  const option = chart.option(paper, view);
  const grid = option.grid as { top: number };
  const legend = option.legend as { top: number };
  return {
    ...option,
    backgroundColor: paper.surface,
    // A file has every point, and not those of the first frame.
    series: (option.series as object[]).map((one) => ({ ...one, progressive: 0 })),
    grid: { ...grid, top: grid.top + titleHeight },
    legend: { ...legend, top: legend.top + titleHeight },
    graphic: [
      {
        type: "text",
        left: 8,
        top: 6,
        style: { text: chart.title, fill: paper.text, font: '600 13px "Inter Variable", Inter, system-ui, sans-serif' },
      },
    ],
  };
}

export function foreignFigure(chart: LibraryChart, view: PlotView | undefined, size: Size): ForeignFigure {
  const whole = { width: size.width, height: size.height + titleHeight };
  return {
    title: chart.title,
    size,
    async png(density) {
      const made = echarts.init(document.createElement("div"), undefined, { ...whole, devicePixelRatio: density });
      try {
        made.setOption(titled(chart, view));
        const canvas = made.renderToCanvas({ pixelRatio: density, backgroundColor: paper.surface });
        return await new Promise<Blob>((resolve, reject) => {
          canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The picture could not be made."))));
        });
      } finally {
        close(made);
      }
    },
    async svg() {
      const { SVGRenderer } = await import("./svg");
      echarts.use([SVGRenderer]);
      const made = echarts.init(null, undefined, { ...whole, renderer: "svg", ssr: true });
      try {
        made.setOption(titled(chart, view));
        return made.renderToSVGString();
      } finally {
        close(made);
      }
    },
  };
}
