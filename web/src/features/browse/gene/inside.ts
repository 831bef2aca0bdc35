import type { Schemas } from "@/lib/contract";
import { formatCount } from "@/lib/format/format";

/** A variant of a list. */
export interface InsideVariant {
  id: string;
  name: string;
  effectAllele: string;
  eaf: number | null;
  negLog10P: number | null;
}

/** How many variants a list has. */
export const listed = 50;

/** The points with the smallest P, as rows. */
export function strongest(points: Schemas["BrowsePoints"], chromosome: string): InsideVariant[] {
  const p = points.neg_log_10_p_value;
  const order = points.position.map((_, i) => i).sort((a, b) => (p[b] ?? -1) - (p[a] ?? -1));
  return order.slice(0, listed).map((i) => {
    const position = points.position[i] ?? 0;
    const effectAllele = points.effect_allele[i] ?? "";
    const otherAllele = points.other_allele[i] ?? "";
    return {
      id: `${chromosome}:${position}:${otherAllele}:${effectAllele}`,
      name: points.rsid[i] || `${chromosome}:${formatCount(position)}`,
      effectAllele,
      eaf: points.effect_allele_frequency[i] ?? null,
      negLog10P: p[i] ?? null,
    };
  });
}
