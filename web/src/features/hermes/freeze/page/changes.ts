import type { FreezeChanges } from "@/api/hermes/freezes";

export type LocusChange = FreezeChanges["loci"][number];

export const changeSigns: Record<LocusChange["change"], string> = { gained: "+", lost: "−", kept: "=" };
export const changeWords: Record<LocusChange["change"], string> = { gained: "new", lost: "lost", kept: "kept" };

/** The lead variant: "12:111,446,804" is written without separators, as in files. */
export const variantOf = ({
  chromosome,
  position,
  other_allele,
  effect_allele,
}: Pick<LocusChange, "chromosome" | "position" | "other_allele" | "effect_allele">): string =>
  `${chromosome}:${position}:${other_allele}:${effect_allele}`;

/** What people call the locus. */
export const locusName = (locus: LocusChange): string => locus.gene ?? locus.rsid ?? variantOf(locus);

export const locusKey = (locus: LocusChange): string =>
  [locus.change, locus.phenotype, locus.ancestry, locus.sex, variantOf(locus)].join(" ");
