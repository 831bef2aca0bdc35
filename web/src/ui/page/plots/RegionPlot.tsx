import { Button } from "@mantine/core";
import { skipToken, useQuery } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import { onChromosome } from "@/lib/chromosomes";
import { plural } from "@/lib/format";
import { megabaseWords, movedRegion, type Region, regionText } from "@/lib/region";
import { Card } from "../../Card";
import type { Figure } from "../../chart/exportFigure";
import { formatLocus } from "../../chart/words";
import { ExportMenu } from "../../region/ExportMenu";
import { zoomFactor } from "../../region/keys";
import { RegionCard } from "../../region/RegionCard";
import type { RegionData } from "../../region/regionData";
import { EmptyState } from "../../states";
import type { PageProps } from "../page";
import { leftOut } from "./drawn";
import type { FigureProps } from "./figureProps";
import { placeRows } from "./genomePlaces";
import {
  drawRegion,
  type RegionOf,
  regionOfView,
  type Surroundings,
  strongestRegion,
  viewOfRegion,
} from "./regionPlot";
import { factsOf, strengthColumn, strengthFact } from "./rows";

/** The rows around the strongest one, or around what was chosen, with genes and recombination where they are known. */
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
  [...leftOut(noPlace, "without a place on a chromosome"), ...leftOut(noStrength, "without a P value")].join(" ");

interface ShownProps extends FigureProps<RegionOf> {
  placed: ReturnType<typeof placeRows>;
  region: Region;
  build: RegionData["genome_build"] | undefined;
}

function Shown({ plot, rows, placed, page, view, onView, region, build }: ShownProps) {
  const figure = useRef<Figure>(undefined);
  const [chosen, setChosen] = useState<number>();
  const around = useSurroundings(page, region, build);
  const drawn = useMemo(
    () => drawRegion(plot, rows, placed, region, build ?? "GRCh38", around),
    [plot, rows, placed, region, build, around],
  );
  const title = `${plot.title || "Region"} ${megabaseWords(region)}`;
  const go = (next: Region) => onView(viewOfRegion(placed, onChromosome(next, build ?? "GRCh38")));
  const zoomed = (factor: number) => go(movedRegion(region, 0, factor));
  return (
    <RegionCard
      data={chosen === undefined ? drawn.data : withChosen(drawn.data, chosen)}
      stale={false}
      region={region}
      show={{ credible: false, recombination: true }}
      title={title}
      heading={title}
      onRegion={go}
      onChoose={({ point }) => setChosen(drawn.data.tracks[0]?.points.position[point])}
      factsOf={(at) => {
        const i = drawn.rowOf[at] as number;
        const place: [string, string] = [
          "Position",
          formatLocus(placed.code[i] as number, placed.position[i] as number),
        ];
        return factsOf(rows, i, plot, [
          place,
          strengthFact(drawn.data.tracks[0]?.points.neg_log_10_p_value[at] ?? undefined),
        ]);
      }}
      figure={figure}
      help={`${plural(drawn.rowOf.length, "row")} in this region. ${missingWords(placed)} Drag to move, Shift and drag for a stretch, Ctrl or ⌘ and the wheel to zoom; the table follows.`}
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
          <ExportMenu data={drawn.data} title={title} figure={figure} size="compact-sm" variant="default" />
        </>
      }
    />
  );
}

/** The point that was clicked is marked. */
function withChosen(data: RegionData, position: number): RegionData {
  const { chromosome } = data.region;
  return { ...data, ld: { ...data.ld, variant: { id: `${chromosome}:${position}`, chromosome, position, rsid: "" } } };
}

/** Genes and recombination of the server, if it can be asked; why they are not there otherwise. */
function useSurroundings(page: PageProps, region: Region, build: RegionData["genome_build"] | undefined): Surroundings {
  const wanted = build && page.surround?.(region, build);
  const { data, error } = useQuery<RegionData>({
    queryKey: wanted?.queryKey ?? ["browse", "no surroundings", regionText(region)],
    queryFn: (wanted?.queryFn as (() => Promise<RegionData>) | undefined) ?? skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    throwOnError: false,
    retry: 1,
  });
  return useMemo(() => {
    if (!build) return { missing: "Genes and recombination need the genome build of the page." };
    if (!page.surround) return { missing: "Genes and recombination are not available here." };
    if (data) return data;
    return { missing: error ? "Genes and recombination could not be read." : "Reading genes and recombination." };
  }, [build, page.surround, data, error]);
}
