/** Words that the pages of regions, genes and variants share. */
import type { BrowseResult } from "@/api/browse/browse";
import type { BrowseVariant } from "@/api/browse/variant";
import { formatCount } from "@/lib/format/format";
import type { BrowseBuild } from "@/lib/route/browse-address";

const kinds: Readonly<Record<BrowseResult["kind"], string>> = {
  upload: "submission",
  ma: "meta-analysis",
  file: "file of the registry",
  tool: "file looked at",
};

export const kindWords = ({ kind }: BrowseResult): string => kinds[kind];

/**
 * The facts that distinguish a result from others with its title: "meta-analysis · Heart failure ·
 * European · N 1,421,316".
 */
export function resultWords(result: BrowseResult): string {
  const { phenotype, ancestry, n } = result;
  return [kindWords(result), phenotype, ancestry, n === undefined ? "" : `N ${formatCount(n)}`]
    .filter(Boolean)
    .join(" · ");
}

const labels = { GRCh37: "GRCh37 (hg19)", GRCh38: "GRCh38 (hg38)" } as const;

export const buildLabel = (build: BrowseBuild): string => labels[build];

/** "4:111,710,169" */
export const placeOf = ({ chromosome, position }: { chromosome: string; position: number }): string =>
  `${chromosome}:${formatCount(position)}`;

/** "rs2200733", or place and alleles. */
export function variantTitle(variant: BrowseVariant): string {
  if (variant.rsid) return variant.rsid;
  const { other_allele: other, effect_allele: effect } = variant;
  return [placeOf(variant), other && effect ? `${other}/${effect}` : ""].filter(Boolean).join(" ");
}
