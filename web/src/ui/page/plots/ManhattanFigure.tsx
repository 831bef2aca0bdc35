import { useMemo } from "react";
import { ScatterCard } from "../../chart/ScatterCard";
import { ZoomHint } from "../../chart/ZoomHint";
import { viewOf } from "../../chart/zoom";
import { isBlank } from "./drawn";
import type { FigureProps } from "./figureProps";
import { drawManhattan, genomeRange, genomeView, linkOf, type ManhattanOf } from "./manhattanPlot";
import { Notes } from "./Notes";
import { NothingDrawn } from "./NothingDrawn";
import { useMoving } from "./useMoving";

/** Every row in its place on the genome. While it is moved, the table waits for it to rest. */
export function ManhattanFigure({ plot, rows, page, view, onView }: FigureProps<ManhattanOf>) {
  const build = page.document.genome_build ?? page.table.genome_build;
  const drawn = useMemo(() => drawManhattan(plot, rows, build), [plot, rows, build]);
  const { model, placed } = drawn;
  const settled = useMemo(() => {
    const range = genomeRange(placed.genome, placed.written, view);
    return range && viewOf(model, range);
  }, [model, placed, view]);
  const [moving, setMoving] = useMoving(settled, (next) => onView(genomeView(placed.genome, placed.written, next)));
  if (isBlank(model)) return <NothingDrawn title={model.title} notes={drawn.notes} />;
  return (
    <ScatterCard
      title={plot.title || "Manhattan plot"}
      model={model}
      twin={drawn.twin}
      savedLegend={({ manhattanKeys }) => manhattanKeys(model, "strongest rows")}
      height={plot.height ?? 260}
      zooms
      aside={<ZoomHint follows="; the table follows" />}
      note={<Notes summary={model.summary} notes={drawn.notes} />}
      view={moving ?? null}
      onView={setMoving}
      onPick={linkOf(plot, placed.genome)}
    />
  );
}
