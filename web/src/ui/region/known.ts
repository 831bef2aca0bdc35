/** Published associations beside the variants of a region. */
import type { Schemas } from "@/lib/contract";
import { formatDistance } from "../genes/genes";
import { lowerBound, type RegionData } from "./regionData";

export type KnownHere = Schemas["BrowseKnownLocus"];

/** Bases within which an association makes a variant known: as on lists of lead variants. */
const window = 500_000;

/** The published association nearest to a position; undefined when none is near enough. */
export function knownNear({ items }: RegionData["known"], position: number): KnownHere | undefined {
  const positions = items.map((item) => item.position);
  const at = lowerBound(positions, position);
  const away = (item: KnownHere) => Math.abs(item.position - position);
  const [left, right] = [items[at - 1], items[at]];
  const best = left && right ? (away(left) < away(right) ? left : right) : (left ?? right);
  return best && away(best) <= window ? best : undefined;
}

/** "at it", "12 kb": how far away a known variant is. */
export const awayWords = ({ position }: KnownHere, from: number): string =>
  position === from ? "at it" : formatDistance(Math.abs(position - from));

/** All its facts, for the tooltip. */
export function knownWords({ variant, trait, pubmed_id, more }: KnownHere): string {
  const others = more > 0 ? `, and ${more} more` : "";
  return `${variant}, ${trait}, PubMed ${pubmed_id}${others}`;
}
