import { useMemo, useState } from "react";
import { genesText, type NearGenes } from "@/ui/genes/genes";
import type { RegionQuery } from "../region/useRegionAnswer";
import type { StretchQuery } from "../region/useStretchPoints";
import { CloseView } from "./CloseView";
import { closeModel, genomeOf, type Lead, manhattanModel, manhattanTwin } from "./manhattan";
import type { Points, View } from "./model";
import type { ManhattanData } from "./plotData";
import { ScatterCard } from "./ScatterCard";
import { formatLocus, formatNumber } from "./words";
import { ZoomHint } from "./ZoomHint";

/** The strongest variant of a locus, as a report of a check names it. */
export interface LeadVariant extends NearGenes {
  variant_id: string;
  rsid?: string | undefined;
  /** GWAS-SSF code. */
  chromosome: number;
  /** 1-based. */
  base_pair_location: number;
  effect_allele: string;
  other_allele: string;
  beta?: number | null | undefined;
  standard_error?: number | null | undefined;
  neg_log_10_p_value?: number | null | undefined;
}

export interface ManhattanCardProps {
  data: ManhattanData;
  /** Strongest first. */
  leads: readonly LeadVariant[];
  /** variant_id of the lead that is chosen. */
  selected: string | undefined;
  onSelect: (variant: string) => void;
  /** A sentence under the figure. */
  note?: string | undefined;
}

interface Props extends ManhattanCardProps {
  /** Reads the variants of a region, drawn once it fills the figure; absent where the file cannot be read. */
  query?: RegionQuery | undefined;
  /** Reads the variants of a stretch that is too long for a region. */
  stretch?: StretchQuery | undefined;
  /** A place without a lead near it was clicked. */
  onPlace?: ((chromosome: number, position: number) => void) | undefined;
}

const height = 250;

/** Height of the whole card's drawing, for the place that is kept for it. */
export const manhattanPlace = height + 22;

/** Labelled leads: more would cover each other. */
const labelled = 40;

/** The Manhattan figure of one file with its lead variants; a click on a peak chooses its lead. */
export function ManhattanCard({ data, leads, selected, onSelect, note, query, stretch, onPlace }: Props) {
  const [view, setView] = useState<View>();
  const [close, setClose] = useState<{ points: Points; thinned: boolean }>();
  const genome = useMemo(() => genomeOf(data), [data]);
  const shown = useMemo(() => leads.slice(0, labelled).map(leadOf), [leads]);
  const reduced = useMemo(() => manhattanModel(data, genome, shown), [data, genome, shown]);
  const model = useMemo(() => closeModel(reduced, close?.points, close?.thinned), [reduced, close]);
  const twin = useMemo(() => manhattanTwin(data), [data]);

  function pick(x: number): void {
    const at = genome.locate(x);
    const near = at && nearestLead(leads, at.chromosome.code, at.position);
    if (near) onSelect(near.variant_id);
    else if (at) onPlace?.(at.chromosome.code, at.position);
  }

  return (
    <>
      {query && view && (
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
        aside={<ZoomHint pick={pickOf(leads.length > 0, query !== undefined)} />}
        note={note}
        selected={selected}
        onPick={pick}
        onView={setView}
      />
    </>
  );
}

function pickOf(hasLeads: boolean, hasRegions: boolean): string | undefined {
  if (hasRegions) return "a peak for its region";
  return hasLeads ? "a peak to find it in the table" : undefined;
}

function leadOf(lead: LeadVariant): Lead {
  const facts: [string, string][] = [["Effect / other", `${lead.effect_allele} / ${lead.other_allele}`]];
  const genes = genesText(lead);
  if (genes) facts.unshift(["Gene", genes]);
  if (lead.rsid) facts.unshift(["rsID", lead.rsid]);
  if (lead.beta != null) facts.push(["Beta (SE)", `${formatNumber(lead.beta)} (${formatNumber(lead.standard_error)})`]);
  return {
    key: lead.variant_id,
    chromosome: lead.chromosome,
    position: lead.base_pair_location,
    negLog10P: lead.neg_log_10_p_value ?? 0,
    label: lead.nearest_genes?.[0] || lead.rsid || formatLocus(lead.chromosome, lead.base_pair_location),
    facts,
  };
}

/** The lead within a megabase of a place. */
export function nearestLead<L extends LeadVariant>(
  leads: readonly L[],
  chromosome: number,
  position: number,
): L | undefined {
  let best: L | undefined;
  let distance = 1_000_000;
  for (const lead of leads) {
    const away = Math.abs(lead.base_pair_location - position);
    if (lead.chromosome !== chromosome || away > distance) continue;
    best = lead;
    distance = away;
  }
  return best;
}
