import { useMemo } from "react";
import { genomeOf, type Lead, manhattanModel, manhattanTwin } from "./manhattan";
import type { ManhattanData } from "./plotData";
import { ScatterCard } from "./ScatterCard";
import { formatLocus, formatNumber } from "./words";

/** The strongest variant of a locus, as a report of a check names it. */
export interface LeadVariant {
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

interface Props {
  data: ManhattanData;
  /** Strongest first. */
  leads: readonly LeadVariant[];
  /** variant_id of the lead that is chosen. */
  selected: string | undefined;
  onSelect: (variant: string) => void;
  /** A sentence under the figure. */
  note?: string | undefined;
}

const height = 250;

/** Height of the whole card's drawing, for the place that is kept for it. */
export const manhattanPlace = height + 22;

/** Labelled leads: more would cover each other. */
const labelled = 40;

/** The Manhattan figure of one file with its lead variants; a click on a peak chooses its lead. */
export function ManhattanCard({ data, leads, selected, onSelect, note }: Props) {
  const genome = useMemo(() => genomeOf(data), [data]);
  const shown = useMemo(() => leads.slice(0, labelled).map(leadOf), [leads]);
  const model = useMemo(() => manhattanModel(data, genome, shown), [data, genome, shown]);
  const twin = useMemo(() => manhattanTwin(data), [data]);

  function pick(x: number): void {
    const at = genome.locate(x);
    const near = at && nearestLead(leads, at.chromosome.code, at.position);
    if (near) onSelect(near.variant_id);
  }

  return (
    <ScatterCard
      title="Manhattan"
      model={model}
      twin={twin}
      height={height}
      zooms
      aside={leads.length > 0 ? "drag to zoom · click a peak to find it in the table" : "drag to zoom"}
      note={note}
      selected={selected}
      onPick={pick}
    />
  );
}

function leadOf(lead: LeadVariant): Lead {
  const facts: [string, string][] = [["Effect / other", `${lead.effect_allele} / ${lead.other_allele}`]];
  if (lead.rsid) facts.unshift(["rsID", lead.rsid]);
  if (lead.beta != null) facts.push(["Beta (SE)", `${formatNumber(lead.beta)} (${formatNumber(lead.standard_error)})`]);
  return {
    key: lead.variant_id,
    chromosome: lead.chromosome,
    position: lead.base_pair_location,
    negLog10P: lead.neg_log_10_p_value ?? 0,
    label: lead.rsid || formatLocus(lead.chromosome, lead.base_pair_location),
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
