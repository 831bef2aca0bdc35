import type { Schemas } from "@/lib/contract";
import { chromosomeName, type Region } from "@/lib/genome/region";
import { listCell, numberCell, toCsv } from "@/lib/text/csv";
import { regionOf } from "../region/regionData";

export type CredibleSets = Schemas["BrowseCredibleSets"];
export type LocusSet = CredibleSets["sets"][number];

/** Room on both sides of a set that is looked at, in bases. */
const margin = 100_000;

/** The region that shows a set completely; nothing without one. */
export function regionOfSet({ span, lead }: LocusSet): Region | undefined {
  if (!span) return undefined;
  const { chromosome, start, end } = regionOf(span);
  const [first, last] = [Math.min(start, lead.base_pair_location), Math.max(end, lead.base_pair_location)];
  return { chromosome, start: Math.max(1, first - margin), end: last + margin };
}

/** The name of the most probable variant of a set, its rs number where it has one, and how probable it is, 0 to 1. */
export function topOf({ members, lead }: LocusSet): { name: string; probability: number } | undefined {
  const probability = members.pip?.[0];
  if (probability == null) return undefined;
  const place = `${chromosomeName(lead.chromosome)}:${members.position[0]}`;
  return { name: members.rsid[0] || place, probability };
}

/** The one reason why no locus has a set; nothing where some have, or where reasons differ. */
export function commonReason({ sets }: CredibleSets): string | undefined {
  const reasons = new Set(sets.map(({ credible_set }) => credible_set.missing));
  const [reason] = reasons;
  return reasons.size === 1 ? reason : undefined;
}

const numbers = [
  ["effect_allele_frequency", "effect_allele_frequency"],
  ["beta", "beta"],
  ["standard_error", "standard_error"],
  ["neg_log_10_p_value", "neg_log_10_p_value"],
  ["n", "n"],
  ["posterior_probability", "pip"],
] as const;

/**
 * A line per variant of each listed set, sets in order and the most probable variant first.
 * Positions are 1-based.
 */
export function setsCsv({ result, sets }: CredibleSets): string {
  const header = ["genome_build", "lead_variant", "nearest_genes", "variants_in_set", "variants_weighed"];
  const variant = ["chromosome", "base_pair_location", "rsid", "effect_allele", "other_allele"];
  const rows = sets.flatMap(({ lead, nearest_genes, credible_set: set, members }) =>
    members.position.map((position, at) => [
      result.genome_build,
      lead.rsid || `${chromosomeName(lead.chromosome)}:${lead.base_pair_location}`,
      listCell(nearest_genes),
      String(set.size),
      String(set.of ?? ""),
      chromosomeName(lead.chromosome),
      String(position),
      members.rsid[at] ?? "",
      members.effect_allele[at] ?? "",
      members.other_allele[at] ?? "",
      ...numbers.map(([, name]) => numberCell(members[name]?.[at])),
    ]),
  );
  return toCsv([...header, ...variant, ...numbers.map(([name]) => name)], rows);
}
