import { useMemo, useState } from "react";
import type { MetaAnalysis } from "@/api/hermes/meta";
import type { Region } from "@/lib/genome/region";
import { CloseView } from "@/ui/chart/CloseView";
import { closeModel, genomeOf, type Lead, manhattanModel, manhattanTwin } from "@/ui/chart/manhattan";
import type { Points, View } from "@/ui/chart/model";
import type { ManhattanData } from "@/ui/chart/plotData";
import { ScatterCard } from "@/ui/chart/ScatterCard";
import { formatLocus } from "@/ui/chart/words";
import { ZoomHint } from "@/ui/chart/ZoomHint";
import { genesText } from "@/ui/genes/genes";
import type { RegionQuery } from "@/ui/region/useRegionAnswer";
import type { StretchQuery } from "@/ui/region/useStretchPoints";
import { type Locus, locusKey } from "../summary";

interface Props {
  meta: MetaAnalysis;
  data: ManhattanData;
  /** Reads the variants of a region. */
  query: RegionQuery;
  /** Reads the variants of a stretch that is too long for a region. */
  stretch: StretchQuery;
  loci: Locus[];
  selected: string | undefined;
  onLocus: (locus: Locus) => void;
  onPlace: (region: Region) => void;
}

const height = 260;

/** Labelled loci: more would cover each other. */
const labelled = 40;

/** From the whole genome to single variants: the server's reduction first, every row of the result when zoomed in far enough. */
export function ResultManhattan({ meta, data, query, stretch, loci, selected, onLocus, onPlace }: Props) {
  const [view, setView] = useState<View>();
  const [close, setClose] = useState<{ points: Points; thinned: boolean }>();
  const genome = useMemo(() => genomeOf(data), [data]);
  const leads = useMemo(() => loci.slice(0, labelled).map(leadOf), [loci]);
  const reduced = useMemo(
    () => ({ ...manhattanModel(data, genome, leads), title: `Manhattan plot: ${meta.name}` }),
    [data, genome, leads, meta.name],
  );
  const model = useMemo(() => closeModel(reduced, close?.points, close?.thinned), [reduced, close]);
  const twin = useMemo(() => manhattanTwin(data), [data]);

  function pick(x: number): void {
    const at = genome.locate(x);
    if (!at) return;
    const locus = loci.find(
      (one) => one.chromosome === at.chromosome.code && Math.abs(one.base_pair_location - at.position) <= 500_000,
    );
    if (locus) onLocus(locus);
    else {
      const region = genome.around(at.chromosome.code, at.position);
      if (region) onPlace(region);
    }
  }

  return (
    <>
      {view && (
        <CloseView
          genome={genome}
          view={view}
          query={query}
          stretch={stretch}
          binWidth={data.bin_width}
          onPoints={setClose}
        />
      )}
      <ScatterCard
        title="Manhattan"
        model={model}
        twin={twin}
        savedLegend={({ manhattanKeys }) => manhattanKeys(model)}
        height={height}
        zooms
        aside={<ZoomHint pick="a peak for its region" />}
        selected={selected}
        onPick={pick}
        onView={setView}
      />
    </>
  );
}

function leadOf(locus: Locus): Lead {
  const genes = genesText(locus);
  return {
    key: locusKey(locus),
    chromosome: locus.chromosome,
    position: locus.base_pair_location,
    negLog10P: locus.neg_log_10_p_value ?? 0,
    label: locus.nearest_genes?.[0] || locus.rsid || formatLocus(locus.chromosome, locus.base_pair_location),
    facts: [
      ...(genes ? [["Gene", genes] as const] : []),
      ["Effect / other", `${locus.effect_allele} / ${locus.other_allele}`],
      ["Studies", String(locus.n_studies)],
      ["Direction", locus.direction],
    ],
  };
}
