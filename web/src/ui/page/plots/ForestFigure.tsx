import { useCallback, useMemo, useState } from "react";
import type { Painter } from "../../chart/exportFigure";
import { FigureCanvas } from "../../chart/FigureCanvas";
import { forestHeight, forestKeys, forestLines, interval, paintForest } from "../../chart/forest";
import type { Size } from "../../chart/model";
import { PlotCard } from "../../chart/PlotCard";
import { SpotSurface } from "../../chart/SpotSurface";
import type { FigureProps } from "./figureProps";
import { type ForestOf, forestOf, forestTwin } from "./forestPlot";
import { Notes } from "./Notes";
import { NothingDrawn } from "./NothingDrawn";
import { factsOf } from "./rows";

/** Estimates under each other with their intervals. */
export function ForestFigure({ plot, rows }: FigureProps<ForestOf>) {
  const [width, setWidth] = useState(0);
  const drawn = useMemo(() => forestOf(plot, rows), [plot, rows]);
  const { forest, lines } = drawn;
  const twin = useMemo(() => forestTwin(plot, rows, drawn), [plot, rows, drawn]);
  const paint = useCallback<Painter>((pen, at, tokens) => paintForest(forest, pen, at, tokens), [forest]);
  const height = forestHeight(forest, width);
  const size = useMemo<Size>(() => ({ width, height }), [width, height]);
  const spots = useMemo(() => {
    const { lines: placed } = forestLines(forest, width);
    const rowsOnly = lines.flatMap((i, line) => (i < 0 ? [] : [line]));
    return {
      x: rowsOnly.map(() => width * 0.6),
      y: rowsOnly.map((line) => placed[line]?.y ?? 0),
      near: "y" as const,
      facts: (at: number) => {
        const line = rowsOnly[at] as number;
        const estimate = forest.studies[line];
        const words = estimate ? interval(estimate, forest.oddsRatio) : "–";
        return factsOf(rows, lines[line] as number, plot, [[`${forest.measure} (95 % CI)`, words]]);
      },
    };
  }, [lines, width, forest, rows, plot]);
  if (lines.every((i) => i < 0)) return <NothingDrawn title={forest.title} notes={drawn.notes} />;
  return (
    <PlotCard
      title={forest.title}
      height={Math.min(height, 560)}
      twin={twin}
      figure={() => (width > 0 ? { title: forest.title, size, paint, legend: forestKeys } : undefined)}
      note={<Notes summary={drawn.summary} notes={drawn.notes} />}
    >
      <FigureCanvas paint={paint} height={height} onWidth={setWidth} label={`${forest.title}. ${drawn.summary}`}>
        <SpotSurface title={forest.title} size={size} spots={spots} />
      </FigureCanvas>
    </PlotCard>
  );
}
