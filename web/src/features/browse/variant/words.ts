/** Texts about a variant, its genes and its position. */
import type { BrowseCombination, BrowseVariant, VariantAnswer } from "@/api/browse/variant";
import { formatDecimal, plural } from "@/lib/format/format";
import { formatDistance } from "@/ui/genes/genes";

/** "C › T, substitution": the change to the shown allele. */
export function changeOf({ other_allele: other = "", effect_allele: effect = "" }: BrowseVariant): string {
  if (!other || !effect) return "alleles not known";
  const short = (allele: string) => (allele.length > 12 ? `${allele.slice(0, 9)}… (${allele.length})` : allele);
  let kind = "substitution";
  if (other.length < effect.length) kind = "insertion";
  if (other.length > effect.length) kind = "deletion";
  return `${short(other)} › ${short(effect)}, ${kind}`;
}

/** "147 kb from PITX2", "in FTO". */
export function nearestWords(genes: VariantAnswer["genes"]): string | undefined {
  const [first] = genes;
  if (!first) return undefined;
  return first.distance === 0
    ? `in ${first.gene.symbol}`
    : `${formatDistance(first.distance)} from ${first.gene.symbol}`;
}

/** How many results have the variant, of those asked. */
export function seenIn({ combined, others, absent }: VariantAnswer): { seen: number; asked: number } {
  const studies = new Set(combined.flatMap((one) => one.studies.map(({ address }) => address)));
  const lacking = new Set(
    combined.flatMap((one) => one.studies.filter(({ missing }) => missing).map(({ address }) => address)),
  );
  const seen = combined.length + others.length + studies.size - lacking.size;
  return { seen, asked: combined.length + others.length + studies.size + absent.length };
}

/** "12 studies · I² 11 %, heterogeneity P 0.34" */
export function heterogeneityWords({ studies, i2, het_p }: BrowseCombination, formatP: (p: number) => string): string {
  const with_ = studies.filter(({ missing }) => !missing).length;
  const parts = [plural(with_, "study", "studies")];
  if (i2 != null) parts.push(`I² ${formatDecimal(i2, 0)} %`);
  if (het_p != null && het_p > 0) parts.push(`heterogeneity P ${formatP(-Math.log10(het_p))}`);
  return parts.join(" · ");
}
