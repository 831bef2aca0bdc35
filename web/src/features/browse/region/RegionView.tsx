import { type ReactNode, useRef } from "react";
import { plural } from "@/lib/format/format";
import { megabaseWords, type Region } from "@/lib/genome/region";
import type { BrowseLink } from "@/lib/route/browse-address";
import { markedTitle } from "@/lib/status";
import { buildName } from "@/lib/sumstats/build";
import { CopyButton } from "@/ui/action/CopyButton";
import type { Figure } from "@/ui/chart/exportFigure";
import { FigureOf } from "@/ui/chart/PlotCard";
import { formatP } from "@/ui/chart/words";
import { PageHeader } from "@/ui/PageHeader";
import { ExportMenu } from "@/ui/region/ExportMenu";
import { nearestGene } from "@/ui/region/genes";
import { RegionCard } from "@/ui/region/RegionCard";
import { type Place, type RegionData, regionOf, variantLabel } from "@/ui/region/regionData";
import { TopVariants } from "@/ui/region/TopVariants";
import { late } from "@/ui/state/late";
import { Notice } from "@/ui/state/Notice";
import { drawnFrom } from "../drawnFrom";
import classes from "./region.module.css";
import { isShown, type RegionSearch } from "./search";

interface Props {
  data: RegionData;
  /** Another region is shown until this one is read. */
  stale: boolean;
  region: Region;
  search: RegionSearch;
  bar: ReactNode;
  onRegion: (region: Region) => void;
  onChoose: (place: Place) => void;
  /** A variant was chosen, for LD with it. */
  onVariant: (variant: string) => void;
  variantPage: (variant: string) => BrowseLink;
}

const LocusPart = late(() => import("../locus/LocusPart").then((part) => part.LocusPart));

/** What a region holds, in words, as figure and as table. */
export function RegionView({ data, stale, region, search, bar, onRegion, onChoose, onVariant, variantPage }: Props) {
  const figure = useRef<Figure>(undefined);
  const near = search.gene ?? geneAtLead(data);
  const marked = data.tracks.map(({ result }) => result).filter(({ caveat }) => caveat !== "");
  const first = data.tracks[0]?.result;
  const title = `${megabaseWords(region)}${near ? ` around ${near}` : ""}`;
  return (
    <FigureOf value={drawnFrom(data.tracks.map(({ result }) => result))}>
      <PageHeader
        title={title}
        shown={
          near && (
            <>
              {megabaseWords(region)} around <i>{near}</i>
            </>
          )
        }
        sub={summaryOf(data)}
        actions={
          <>
            <CopyButton value={window.location.href} label="Copy link" />
            <ExportMenu data={data} title={title} figure={figure} />
          </>
        }
      />
      {bar}
      {marked.length > 0 && (
        <Notice tone="warn" title="Results that are not accepted">
          {marked.map(markedTitle).join(", ")}.
        </Notice>
      )}
      <div className={classes.columns}>
        <div className={classes.main}>
          <RegionCard
            data={data}
            stale={stale}
            region={region}
            show={{ credible: isShown(search.credible), recombination: isShown(search.recombination) }}
            gene={search.gene}
            title={`Region ${title}`}
            onRegion={onRegion}
            onChoose={onChoose}
            figure={figure}
          />
          {first && (
            <LocusPart
              result={first.ref}
              title={first.title}
              build={data.genome_build}
              region={regionOf(data.region)}
              panel={search.panel}
              onVariant={onVariant}
            />
          )}
        </div>
        <TopVariants data={data} region={region} onChoose={onChoose} variantPage={variantPage} />
      </div>
    </FigureOf>
  );
}

/** The gene at the lead of the first track. */
function geneAtLead({ tracks, genes }: RegionData): string | undefined {
  const lead = tracks[0]?.lead;
  const position = lead === undefined ? undefined : tracks[0]?.points.position[lead];
  return position === undefined ? undefined : nearestGene(genes.items, position)?.symbol;
}

/** "Lead rs2200733, P 4.1e-58 · 14 variants in the 95 % credible set · GRCh37 (hg19)" */
function summaryOf(data: RegionData): string {
  const track = data.tracks[0];
  const words: string[] = [];
  if (track?.lead !== undefined) {
    const label = variantLabel(regionOf(data.region).chromosome, track.points, track.lead);
    words.push(`Lead ${label}, P ${formatP(track.points.neg_log_10_p_value[track.lead])}`);
  }
  if (track && track.credible_set.size > 0) {
    words.push(`${plural(track.credible_set.size, "variant")} in the 95 % credible set`);
  }
  return [...words, buildName(data.genome_build)].join(" · ");
}
