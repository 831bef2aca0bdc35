import { useCallback, useMemo } from "react";
import { viewFilters } from "@/lib/document/views";
import type { ValuesAnswer } from "@/lib/engine/engine";
import { Answered, inCard } from "@/ui/state/Answered";
import type { Genome } from "../../chart/genome";
import { closeModel, genomeOf, manhattanTwin } from "../../chart/manhattan";
import type { Points } from "../../chart/model";
import type { ManhattanData } from "../../chart/plotData";
import { QqCard } from "../../chart/QqCard";
import { ScatterCard } from "../../chart/ScatterCard";
import { ZoomHint } from "../../chart/ZoomHint";
import { viewOf } from "../../chart/zoom";
import type { PageProps } from "../page";
import { useAsked } from "../useAsked";
import { leftOut, withoutP } from "./drawn";
import type { FigureProps } from "./figureProps";
import { placeRows } from "./genomePlaces";
import { genomeRange, genomeView, linkOf, type ManhattanOf, tonesOf } from "./manhattanPlot";
import { Notes } from "./Notes";
import { isClose, notReduced, type OverviewOf, reducedModel, spellings } from "./overview";
import { allRows, calledQq } from "./qqPlot";
import { factsOf, PlotRows, readsOf, strengthColumn, strengthFact } from "./rows";
import { useMoving } from "./useMoving";
import { useReadAhead } from "./useReadAhead";

type Props = Omit<FigureProps<OverviewOf>, "rows"> & {
  overview: NonNullable<PageProps["overview"]>;
  titles: ReadonlyMap<string, string>;
};

/** The plot of a table of many millions of rows: the server's reduction, and the rows themselves once it is zoomed. */
export function OverviewPlot({ plot, overview, ...rest }: Props) {
  const answer = useAsked(overview);
  useReadAhead(plot, rest.page, answer.data !== undefined);
  return (
    <Answered what={`the plot ${plot.title}`} answer={answer} frame={inCard(plot.title || "Plot")} rows={6}>
      {({ manhattan, qq }) =>
        plot.type === "qq" ? (
          <QqCard
            title={plot.title || "QQ plot"}
            data={calledQq(qq, allRows(rest.page))}
            height={plot.height ?? 300}
            lambdaGc={qq.lambda_gc}
            note={leftOut((rest.page.table.rows ?? 0) - qq.n, withoutP).join(" ")}
          />
        ) : (
          <Reduced {...rest} plot={plot} data={manhattan} />
        )
      }
    </Answered>
  );
}

interface ReducedProps extends Omit<Props, "plot" | "overview"> {
  plot: ManhattanOf;
  data: ManhattanData;
}

function Reduced({ plot, page, view, onView, data, titles }: ReducedProps) {
  const genome = useMemo(() => genomeOf(data), [data]);
  const written = useMemo(() => spellings(genome), [genome]);
  const reduced = useMemo(() => reducedModel(plot, data, genome), [plot, data, genome]);
  const close = useClose(plot, page, isClose(view) ? view : undefined, titles);
  const points = useMemo(
    () => close && pointsOf(plot, close, genome, data.build, reduced.points[0]),
    [plot, close, genome, data.build, reduced],
  );
  const model = useMemo(() => closeModel(reduced, points), [reduced, points]);
  const settled = useMemo(() => {
    const range = genomeRange(genome, written, view);
    return range && viewOf(model, range);
  }, [genome, written, view, model]);
  const [shown, setShown] = useMoving(settled, (next) => onView(genomeView(genome, written, next)));
  const twin = useMemo(() => manhattanTwin(data), [data]);
  return (
    <ScatterCard
      title={plot.title || "Manhattan plot"}
      model={model}
      twin={twin}
      savedLegend={({ manhattanKeys }) => manhattanKeys(model, "strongest rows")}
      height={plot.height ?? 260}
      zooms
      aside={<ZoomHint follows="; the table follows" />}
      note={<Notes summary={reduced.summary} notes={notReduced(page.table, data)} />}
      view={shown ?? null}
      onView={setShown}
      onPick={linkOf(plot, genome)}
    />
  );
}

/** Rows on the axis of the reduction. */
function pointsOf(plot: ManhattanOf, rows: PlotRows, genome: Genome, build: string, like: Points | undefined): Points {
  const y = rows.numbers(strengthColumn(plot.y));
  const placed = placeRows(rows, plot.place, y, build === "GRCh37" ? "GRCh37" : "GRCh38");
  const shade = new Map(genome.chromosomes.map(({ code }, i) => [code, i % 2]));
  const xOf = (i: number) => genome.place(placed.code[i] as number, placed.position[i] as number) ?? Number.NaN;
  return {
    x: Float64Array.from(placed.order, xOf),
    y: placed.y,
    tone: tonesOf(placed, shade),
    size: like?.size ?? 2.4,
    shape: "square",
    rising: true,
    describe: (at) => factsOf(rows, placed.order[at] as number, plot, [strengthFact(placed.y[at])]),
  };
}

/** The rows in view. */
function useClose(
  plot: ManhattanOf,
  { document, engine }: PageProps,
  view: FigureProps["view"],
  titles: ReadonlyMap<string, string>,
): PlotRows | undefined {
  const asked = useMemo(() => readsOf(plot), [plot]);
  const filters = view && JSON.stringify(viewFilters(document, { [plot.id]: view }));
  const ask = useCallback(
    (signal: AbortSignal) => engine.values({ columns: asked, filters: JSON.parse(filters ?? "{}") }, signal),
    [engine, asked, filters],
  );
  const { data } = useAsked<ValuesAnswer>(filters === undefined ? undefined : ask);
  return useMemo(
    () => (data && filters !== undefined ? new PlotRows(asked, data, titles) : undefined),
    [data, filters, asked, titles],
  );
}
