import { onChromosome } from "@/lib/genome/chromosomes";
import { megabaseWords, parseRegion, type Region, regionText } from "@/lib/genome/region";
import { type BrowseArea, browseLink } from "@/lib/route/browse-address";
import { Card } from "@/ui/Card";
import { PageHeader } from "@/ui/PageHeader";
import { RegionWaits } from "@/ui/region/RegionWaits";
import { type Place, type RegionData, regionOf, variantId } from "@/ui/region/regionData";
import { useRegionAnswer } from "@/ui/region/useRegionAnswer";
import { Answered } from "@/ui/state/Answered";
import { EmptyState } from "@/ui/state/states";
import { ResultPicker } from "../ResultPicker";
import { askedWith } from "./asked";
import { mostTracks, RegionBar } from "./RegionBar";
import { RegionView } from "./RegionView";
import type { RegionSearch } from "./search";

export interface RegionPageProps {
  area: BrowseArea;
  /** "4:110900000-112100000" */
  what: string;
  search: RegionSearch;
  /** Navigates to another region, or changes the view of this one. */
  onGo: (what: string, search: RegionSearch) => void;
}

/** One region of the genome: stacked results, genes, and highlighted variants. */
export function RegionPage({ area, what, search, onGo }: RegionPageProps) {
  const region = parseRegion(what);
  const go = (next: Region, change: RegionSearch) => onGo(regionText(next), change);
  if (!region) return <NoRegion what={what} search={search} onGo={go} />;
  if (!search.results?.length) return <NoResults region={region} search={search} onGo={go} />;
  return <Shown area={area} region={region} results={search.results} search={search} onGo={go} />;
}

interface PartProps {
  search: RegionSearch;
  onGo: (region: Region, search: RegionSearch) => void;
}

interface ShownProps extends PartProps {
  area: BrowseArea;
  region: Region;
  results: string[];
}

function Shown({ area, region, results, search, onGo }: ShownProps) {
  const { build, ld } = search;
  const answer = useRegionAnswer(askedWith(results, search), region, ld);
  const { data } = answer;
  const go = (next: Region, change: RegionSearch) => onGo(onChromosome(next, data?.genome_build ?? build), change);
  const bar = <RegionBar data={data} region={region} search={search} onGo={go} />;
  const choose = (of: RegionData, { track, point }: Place) => {
    const points = of.tracks[track]?.points;
    if (points) onGo(region, { ...search, ld: variantId(regionOf(of.region).chromosome, points, point) });
  };
  return (
    <Answered
      what="the region"
      answer={answer}
      loading={
        <>
          <PageHeader title={megabaseWords(region)} sub="Reading the results" />
          {bar}
          <RegionWaits />
        </>
      }
      frame={(state) => (
        <>
          <PageHeader title={megabaseWords(region)} />
          {bar}
          <Card>{state}</Card>
        </>
      )}
    >
      {(shown) => (
        <RegionView
          data={shown}
          stale={answer.isPlaceholderData}
          region={region}
          search={search}
          bar={bar}
          onRegion={(next) => go(next, search)}
          onChoose={(place) => choose(shown, place)}
          onVariant={(ld) => onGo(region, { ...search, ld })}
          variantPage={(variant) => browseLink(area, "variant", variant, { build: shown.genome_build })}
        />
      )}
    </Answered>
  );
}

function NoResults({ region, search, onGo }: PartProps & { region: Region }) {
  return (
    <>
      <PageHeader title={megabaseWords(region)} />
      <Card title="Which results?">
        <p>Choose up to {mostTracks} results to plot (same genome build).</p>
        <ResultPicker
          label="tracks"
          build={search.build}
          chosen={[]}
          most={mostTracks}
          onChange={(results) => onGo(region, { ...search, results })}
        />
      </Card>
    </>
  );
}

/** Half a megabase around FTO: something to begin with. */
const example: Region = { chromosome: 16, start: 53_300_000, end: 54_300_000 };

function NoRegion({ what, search, onGo }: PartProps & { what: string }) {
  return (
    <>
      <PageHeader title="Region" />
      <RegionBar data={undefined} region={example} search={search} onGo={onGo} />
      <Card>
        <EmptyState title={`“${what}” is not a region`}>
          A region is a chromosome with its first and last position, such as {regionText(example)}. Search above for a
          gene, a variant or a region.
        </EmptyState>
      </Card>
    </>
  );
}
