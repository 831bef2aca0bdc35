import { skipToken, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { Genome } from "@/ui/chart/genome";
import { genomeOf, type Lead, manhattanModel, manhattanTwin } from "@/ui/chart/manhattan";
import type { ChartModel, View } from "@/ui/chart/model";
import type { ManhattanData } from "@/ui/chart/plotData";
import { ScatterCard } from "@/ui/chart/ScatterCard";
import { formatLocus } from "@/ui/chart/words";
import { type MetaAnalysis, regionQuery } from "./queries";
import { parseRows, type Region, regionText } from "./region";
import { rowPoints } from "./regionPlot";
import { type Locus, locusKey } from "./summary";

interface Props {
  meta: MetaAnalysis;
  data: ManhattanData;
  loci: Locus[];
  selected: string | undefined;
  onLocus: (locus: Locus) => void;
  onPlace: (chromosome: number, position: number) => void;
}

const height = 260;

/** Labelled loci: more would cover each other. */
const labelled = 40;

/** Stretches up to this many bases are drawn from the result itself, variant by variant. */
const detailed = 4_000_000;

/** From the whole genome to single variants: the server's reduction first, every row of the result when zoomed in far enough. */
export function ResultManhattan({ meta, data, loci, selected, onLocus, onPlace }: Props) {
  const [view, setView] = useState<View>();
  const genome = useMemo(() => genomeOf(data), [data]);
  const leads = useMemo(() => loci.slice(0, labelled).map(leadOf), [loci]);
  const reduced = useMemo(
    () => ({ ...manhattanModel(data, genome, leads), title: `Manhattan plot: ${meta.name}` }),
    [data, genome, leads, meta.name],
  );
  const close = useMemo(() => view && closeView(genome, view), [genome, view]);
  const query = regionQuery(meta.id, close ? regionText(close) : "");
  const rows = useQuery({ ...query, queryFn: close ? query.queryFn : skipToken, placeholderData: undefined }).data;
  const model = useMemo<ChartModel>(() => {
    if (!close || !rows || rows.truncated) return reduced;
    const points = rowPoints(parseRows(rows), (row) => genome.place(row.chromosome, row.position) ?? Number.NaN);
    const [, ...marked] = reduced.points;
    return { ...reduced, cells: [], points: [points, ...marked] };
  }, [close, rows, reduced, genome]);
  const twin = useMemo(() => manhattanTwin(data), [data]);

  function pick(x: number): void {
    const at = genome.locate(x);
    if (!at) return;
    const locus = loci.find(
      (one) => one.chromosome === at.chromosome.code && Math.abs(one.base_pair_location - at.position) <= 500_000,
    );
    if (locus) onLocus(locus);
    else onPlace(at.chromosome.code, at.position);
  }

  return (
    <ScatterCard
      title="Manhattan"
      model={model}
      twin={twin}
      height={height}
      zooms
      aside="drag to zoom · click a peak for its region"
      selected={selected}
      onPick={pick}
      onView={setView}
    />
  );
}

/** The region in view when it is small enough and on one chromosome. */
export function closeView(genome: Genome, view: View): Region | undefined {
  const [low, high] = view.x;
  const from = genome.locate(low + 1);
  const to = genome.locate(high);
  if (!from || !to || high - low > detailed || from.chromosome !== to.chromosome) return undefined;
  return { chromosome: from.chromosome.code, start: from.position, end: to.position };
}

function leadOf(locus: Locus): Lead {
  return {
    key: locusKey(locus),
    chromosome: locus.chromosome,
    position: locus.base_pair_location,
    negLog10P: locus.neg_log_10_p_value ?? 0,
    label: locus.rsid || formatLocus(locus.chromosome, locus.base_pair_location),
    facts: [
      ["Effect / other", `${locus.effect_allele} / ${locus.other_allele}`],
      ["Studies", String(locus.n_studies)],
      ["Direction", locus.direction],
    ],
  };
}
