import { useMemo } from "react";
import { ScatterCard } from "../../chart/ScatterCard";
import { viewOf } from "../../chart/zoom";
import type { FigureProps } from "./figureProps";
import { drawManhattan, genomeRange, genomeView, type ManhattanOf } from "./manhattanPlot";
import { Notes } from "./Notes";
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
  return (
    <ScatterCard
      title={plot.title || "Manhattan plot"}
      model={model}
      twin={drawn.twin}
      height={plot.height ?? 260}
      zooms
      aside="drag to zoom; the table follows"
      note={<Notes summary={model.summary} notes={drawn.notes} />}
      view={moving ?? null}
      onView={setMoving}
      onPick={linkOf(plot, drawn)}
    />
  );
}

/** Where a page links its points, a click goes there: {chromosome}, {position}, {start} and {end} are put in. */
function linkOf({ link }: ManhattanOf, { placed }: ReturnType<typeof drawManhattan>) {
  if (!link || !/^(https?:\/\/|\/)/.test(link)) return undefined;
  return (x: number) => {
    const at = placed.genome.locate(x);
    if (!at) return;
    const { chromosome, position } = at;
    const values: Record<string, string> = {
      chromosome: chromosome.name,
      position: String(position),
      start: String(Math.max(1, position - 50_000)),
      end: String(position + 50_000),
    };
    const to = link.replaceAll(/\{(\w+)\}/g, (all, name: string) => encodeURIComponent(values[name] ?? all));
    window.open(to, "_blank", "noopener,noreferrer");
  };
}
