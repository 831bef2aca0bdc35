import type { Schemas } from "@/lib/contract";
import { formatCount, formatDecimal } from "@/lib/format/format";
import { formatDistance } from "@/ui/genes/genes";

export type KnownLocus = Schemas["KnownLocus"];
type KnownLoci = Schemas["KnownLoci"];

export interface KnownAnswer {
  /** By the place of the lead in the question; none where no known loci are installed. */
  items: readonly KnownLocus[];
  /** What the answer was made with, or why there is none; undefined where nothing is installed. */
  note: string | undefined;
}

/** The definition of a known locus, and the files used. */
export function madeWith({ list, ld }: KnownLoci): string {
  const named = ({ name, version }: { name: string; version?: string | undefined }) =>
    version ? `${name} (${version})` : name;
  const of = list ? named(list) : "";
  const carried = list?.lost ? `; ${formatCount(list.lost)} of its entries cannot be lifted to this genome build` : "";
  return `Known: within 500 kb of an association of P ≤ 5e-8 in ${of}${carried}.${ld ? ` r² from ${named(ld)}.` : ""}`;
}

/** "9.8 kb, r² 0.33": the distance to the known variant, and its LD if it was measured. */
export function nearText(locus: KnownLocus): string {
  const near = locus.same_trait ?? locus.nearest;
  if (!near) return "";
  const away = near.distance === 0 ? "at it" : formatDistance(near.distance);
  return locus.r2 === undefined ? away : `${away}, r² ${formatDecimal(locus.r2, 2)}`;
}

/** All known facts, as a sentence for the tooltip. */
export function knownText({ nearest, same_trait, linked, r2 }: KnownLocus): string {
  const told = (a: NonNullable<typeof nearest>) => `${a.variant}, ${a.trait}, PubMed ${a.pubmed_id}`;
  const parts = [
    same_trait && `Same trait: ${told(same_trait)}`,
    nearest && nearest.variant !== same_trait?.variant && `Nearest: ${told(nearest)}`,
    linked && r2 !== undefined && `Most closely linked, r² ${formatDecimal(r2, 2)}: ${told(linked)}`,
  ];
  return parts.filter(Boolean).join("\n");
}
