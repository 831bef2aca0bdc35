/** A plot of the charting library as a file: drawn once more on white, with its title. */
import type { PlotView } from "@/lib/document/views";
import type { ForeignFigure } from "../../../chart/exportFigure";
import { type FigureSource, sourceHeight, sourceLines } from "../../../chart/figureSource";
import type { Size } from "../../../chart/model";
import { paper } from "../../../chart/tokens";
import type { LibraryChart } from "./chart";
import { close, echarts } from "./echarts";

const titleHeight = 28;

function titled(chart: LibraryChart, view: PlotView | undefined, size: Size, source: FigureSource | undefined) {
  const option = chart.option(paper, view);
  const grid = option.grid as { top: number; bottom: number };
  const below = source ? sourceHeight(source, size.width - 16) : 0;
  const legend = option.legend as { top: number };
  return {
    ...option,
    backgroundColor: paper.surface,
    // A file has every point, and not those of the first frame.
    series: (option.series as object[]).map((one) => ({ ...one, progressive: 0 })),
    grid: { ...grid, top: grid.top + titleHeight, bottom: grid.bottom + below },
    legend: { ...legend, top: legend.top + titleHeight },
    graphic: [
      {
        type: "text",
        left: 8,
        top: 6,
        style: { text: chart.title, fill: paper.text, font: '600 13px "Inter Variable", Inter, system-ui, sans-serif' },
      },
      ...(source
        ? [
            {
              type: "text",
              left: 8,
              bottom: 4,
              style: {
                text: sourceLines(source, size.width - 16).join("\n"),
                fill: paper.muted,
                lineHeight: 15,
                font: '11px "Inter Variable", Inter, system-ui, sans-serif',
              },
            },
          ]
        : []),
    ],
  };
}

export function foreignFigure(chart: LibraryChart, view: PlotView | undefined, size: Size): ForeignFigure {
  const whole = (source: FigureSource | undefined) => ({
    width: size.width,
    height: size.height + titleHeight + (source ? sourceHeight(source, size.width - 16) : 0),
  });
  return {
    title: chart.title,
    size,
    async png(density, source) {
      const made = echarts.init(document.createElement("div"), undefined, {
        ...whole(source),
        devicePixelRatio: density,
      });
      try {
        made.setOption(titled(chart, view, size, source));
        const canvas = made.renderToCanvas({ pixelRatio: density, backgroundColor: paper.surface });
        return await new Promise<Blob>((resolve, reject) => {
          canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The picture could not be made."))));
        });
      } finally {
        close(made);
      }
    },
    async svg(source) {
      const { SVGRenderer } = await import("./svg");
      echarts.use([SVGRenderer]);
      const made = echarts.init(null, undefined, { ...whole(source), renderer: "svg", ssr: true });
      try {
        made.setOption(titled(chart, view, size, source));
        return made.renderToSVGString();
      } finally {
        close(made);
      }
    },
  };
}
