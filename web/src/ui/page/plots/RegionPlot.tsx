import { Button } from "@mantine/core";
import { skipToken, useQuery } from "@tanstack/react-query";
import { useContext, useEffect, useMemo, useRef, useState } from "react";
import { plural } from "@/lib/format/format";
import { onChromosome } from "@/lib/genome/chromosomes";
import { chromosomeName, megabaseWords, movedRegion, type Region, regionText } from "@/lib/genome/region";
import { EmptyState } from "@/ui/state/states";
import { Card } from "../../Card";
import type { Figure } from "../../chart/exportFigure";
import { FigureListener } from "../../chart/PlotCard";
import { formatLocus } from "../../chart/words";
import { ExportMenu } from "../../region/ExportMenu";
import { zoomFactor } from "../../region/keys";
import { RegionCard } from "../../region/RegionCard";
import type { RegionData } from "../../region/regionData";
import type { PageProps } from "../page";
import { leftOut, withoutP } from "./drawn";
import type { FigureProps } from "./figureProps";
import { placeRows } from "./genomePlaces";
import { linkedTo } from "./linkage";
import {
  drawRegion,
  type RegionOf,
  regionOfView,
  rowsOfRegion,
  type Surroundings,
  strongestRegion,
  viewOfRegion,
} from "./regionPlot";
import { factsOf, strengthColumn, strengthFact } from "./rows";

/** The rows around the strongest one, or around the chosen one, with genes and recombination where they are known. */
export function RegionPlot({ plot, rows, page, view, onView }: FigureProps<RegionOf>) {
  const build = page.document.genome_build ?? page.table.genome_build;
  const placed = useMemo(
    () => placeRows(rows, plot.place, rows.numbers(strengthColumn(plot.y)), build),
    [plot, rows, build],
  );
  const strongest = useMemo(() => strongestRegion(placed), [placed]);
  const region = regionOfView(placed, view) ?? strongest;
  if (!region) {
    return (
      <Card title={plot.title || "Region"}>
        <EmptyState title="No row has a place and a P value">{missingWords(placed)}</EmptyState>
      </Card>
    );
  }
  return (
    <Shown
      plot={plot}
      rows={rows}
      page={page}
      placed={placed}
      view={view}
      onView={onView}
      region={region}
      build={build}
    />
  );
}

const missingWords = ({ noPlace, noStrength }: ReturnType<typeof placeRows>): string =>
  [...leftOut(noPlace, "without a place on a chromosome"), ...leftOut(noStrength, withoutP)].join(" ");

interface ShownProps extends FigureProps<RegionOf> {
  placed: ReturnType<typeof placeRows>;
  region: Region;
  build: RegionData["genome_build"] | undefined;
}

function Shown({ plot, rows, placed, page, view, onView, region, build }: ShownProps) {
  const figure = useRef<Figure>(undefined);
  const tell = useContext(FigureListener);
  useEffect(() => tell?.(() => figure.current), [tell]);
  const [chosen, setChosen] = useState<number>();
  const { chromosome, start, end } = region;
  const within = useMemo(
    () => rowsOfRegion(plot, rows, placed, { chromosome, start, end }),
    [plot, rows, placed, chromosome, start, end],
  );
  // If a moved view does not contain the chosen row, the lead variant is used.
  const marked = chosen === undefined ? -1 : within.rowOf.indexOf(chosen);
  const to = marked >= 0 ? marked : within.lead;
  const around = useSurroundings(page, region, build, {
    to: to === undefined ? undefined : linkedTo(chromosomeName(chromosome), within.points, to),
    from: plot.population || undefined,
  });
  const data = useMemo(
    () => drawRegion(plot, within, { chromosome, start, end }, build ?? "GRCh38", around, to),
    [plot, within, chromosome, start, end, build, around, to],
  );
  const title = `${plot.title || "Region"} ${megabaseWords(region)}`;
  const go = (next: Region) => onView(viewOfRegion(placed, onChromosome(next, build ?? "GRCh38")));
  const zoomed = (factor: number) => go(movedRegion(region, 0, factor));
  return (
    <RegionCard
      data={data}
      stale={false}
      region={region}
      show={{ credible: false, recombination: true }}
      title={title}
      heading={title}
      onRegion={go}
      onChoose={({ point }) => setChosen(within.rowOf[point])}
      factsOf={(at) => {
        const i = within.rowOf[at] as number;
        const place: [string, string] = [
          "Position",
          formatLocus(placed.code[i] as number, placed.position[i] as number),
        ];
        return factsOf(rows, i, plot, [
          place,
          strengthFact(data.tracks[0]?.points.neg_log_10_p_value[at] ?? undefined),
        ]);
      }}
      figure={figure}
      help={`${plural(within.rowOf.length, "row")} in this region. ${missingWords(placed)} The table follows.`}
      tools={
        <>
          {view && (
            <Button size="compact-sm" variant="default" onClick={() => onView(undefined)}>
              Strongest
            </Button>
          )}
          <Button
            size="compact-sm"
            variant="default"
            aria-label="Zoom out of the region"
            onClick={() => zoomed(zoomFactor)}
          >
            −
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            aria-label="Zoom into the region"
            onClick={() => zoomed(1 / zoomFactor)}
          >
            +
          </Button>
          <ExportMenu data={data} title={title} figure={figure} size="compact-sm" variant="default" />
        </>
      }
    />
  );
}

/** Genes, recombination and LD of the server, if it can be asked; why they are not there otherwise. */
function useSurroundings(
  page: PageProps,
  region: Region,
  build: RegionData["genome_build"] | undefined,
  { to, from }: { to: string | undefined; from: string | undefined },
): Surroundings {
  const wanted = build && page.surround?.(region, build, { to, from });
  const { data, error } = useQuery<RegionData>({
    queryKey: wanted?.queryKey ?? ["browse", "no surroundings", regionText(region)],
    queryFn: (wanted?.queryFn as (() => Promise<RegionData>) | undefined) ?? skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    throwOnError: false,
    retry: 1,
  });
  return useMemo(() => {
    if (!build) return { missing: "The page does not state its genome build." };
    if (!page.surround) return { missing: "Not available here." };
    if (data) return data;
    return {
      missing: error ? "They could not be read." : "They are being read.",
    };
  }, [build, page.surround, data, error]);
}
