import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { knownLociQuery } from "@/api/browse/known";
import type { Schemas } from "@/lib/contract";
import { type KnownAnswer, type KnownLocus, madeWith } from "@/ui/known/known";

type Lead = Pick<Schemas["QcLead"], "chromosome" | "base_pair_location" | "effect_allele" | "other_allele" | "rsid">;

export interface KnownQuestion {
  build: string | undefined;
  /** Code of a phenotype or name of a trait. */
  phenotype: string | undefined;
  /** As in the metadata; undefined when the people are several. */
  ancestry: string | undefined;
  leads: readonly Lead[];
}

/** Which loci are known. Leads without a position have no answer. */
export function useKnown({ build, phenotype, ancestry, leads }: KnownQuestion): KnownAnswer {
  const placed = useMemo(() => leads.filter(({ chromosome }) => chromosome > 0).slice(0, 500), [leads]);
  const asked = useQuery({
    ...knownLociQuery({
      genome_build: build ?? "",
      ...(phenotype ? { phenotype } : {}),
      ...(ancestry ? { ancestry } : {}),
      leads: placed.map(({ chromosome, base_pair_location, effect_allele, other_allele, rsid }) => ({
        chromosome,
        base_pair_location,
        effect_allele,
        other_allele,
        ...(rsid ? { rsid } : {}),
      })),
    }),
    enabled: build !== undefined && placed.length > 0,
  });
  if (asked.error) return { items: [], note: `Known loci could not be compared: ${asked.error.message}` };
  const found = asked.data?.items ?? [];
  if (!asked.data || found.length === 0) return { items: [], note: undefined };
  const byLead = new Map(placed.map((lead, i) => [lead, found[i]]));
  const none: KnownLocus = { known: false };
  return { items: leads.map((lead) => byLead.get(lead) ?? none), note: madeWith(asked.data) };
}
