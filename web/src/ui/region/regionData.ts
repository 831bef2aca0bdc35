/** What a region is drawn from, by the contract. Positions are 1-based; points are columns of one length. */
import type { Schemas } from "@/lib/contract";
import { formatCount } from "@/lib/format/format";
import { chromosomeCode, chromosomeName, type Region } from "@/lib/genome/region";

export type RegionData = Schemas["BrowseRegion"];
export type RegionTrack = RegionData["tracks"][number];
export type RegionGene = RegionData["genes"]["items"][number];
export type RegionPoints = RegionTrack["points"];

/** One variant of one track. */
export interface Place {
  readonly track: number;
  readonly point: number;
}

export function regionOf(span: RegionData["region"]): Region {
  return { chromosome: chromosomeCode(span.chromosome) ?? 0, start: span.start, end: span.end };
}

/** Names a variant as the server does: chromosome, position, other and effect allele. */
export function variantId(chromosome: number, points: RegionPoints, at: number): string {
  const { position, other_allele, effect_allele } = points;
  return `${chromosomeName(chromosome)}:${position[at]}:${other_allele[at]}:${effect_allele[at]}`;
}

/** The rs number where there is one, else the position. */
export function variantLabel(chromosome: number, points: RegionPoints, at: number): string {
  return points.rsid[at] || `${chromosomeName(chromosome)}:${formatCount(points.position[at])}`;
}

/** The point of a track that LD is measured to; undefined when the track does not have that variant. */
export function referenceOf(data: RegionData, track: RegionTrack): number | undefined {
  const { variant } = data.ld;
  if (!variant) return undefined;
  const { points } = track;
  const same = (at: number) =>
    !variant.effect_allele ||
    [points.effect_allele[at], points.other_allele[at]].sort().join() ===
      [variant.effect_allele, variant.other_allele].sort().join();
  for (let at = lowerBound(points.position, variant.position); points.position[at] === variant.position; at++) {
    if (same(at)) return at;
  }
  return undefined;
}

/** The first index whose value is not below `wanted`; the values rise. */
export function lowerBound(values: readonly number[], wanted: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] as number) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
