import { ForestFigure } from "./ForestFigure";
import type { FigureProps } from "./figureProps";
import { HeatFigure } from "./HeatFigure";
import { ManhattanFigure } from "./ManhattanFigure";
import { QqFigure } from "./QqFigure";
import { RegionPlot } from "./RegionPlot";
import { PhewasFigure, VolcanoFigure } from "./ScatterFigures";

/** The plots of geneticists, with the figures of the result pages. */
export function GeneticPlot({ plot, ...rest }: FigureProps) {
  switch (plot.type) {
    case "manhattan":
      return <ManhattanFigure plot={plot} {...rest} />;
    case "qq":
      return <QqFigure plot={plot} {...rest} />;
    case "region":
      return <RegionPlot plot={plot} {...rest} />;
    case "volcano":
      return <VolcanoFigure plot={plot} {...rest} />;
    case "phewas":
      return <PhewasFigure plot={plot} {...rest} />;
    case "heatmap":
      return <HeatFigure plot={plot} {...rest} />;
    case "forest":
      return <ForestFigure plot={plot} {...rest} />;
    default:
      return null;
  }
}
