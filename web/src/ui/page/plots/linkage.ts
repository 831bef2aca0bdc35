/** r² between the rows of a region and one of them, from the server's LD data. Pure; no DOM. */
import type { RegionData, RegionTrack } from "../../region/regionData";

export type Linked = NonNullable<RegionData["ld"]["linked"]>;
type Points = Pick<RegionTrack["points"], "position" | "effect_allele" | "other_allele" | "rsid">;

const isSame = (a: string, b: string, c: string, d: string) => (a === c && b === d) || (a === d && b === c);

/**
 * Null for a row without LD data. Alleles identify the variant at a position, else rs numbers; if
 * neither is known for both, the only variant at its position is used.
 */
export function r2Of(linked: Linked, points: Points): (number | null)[] {
  const at = new Map<number, number[]>();
  for (const [i, position] of linked.position.entries()) at.set(position, [...(at.get(position) ?? []), i]);
  return points.position.map((position, row) => {
    const [a, b] = [(points.effect_allele[row] ?? "").toUpperCase(), (points.other_allele[row] ?? "").toUpperCase()];
    const rsid = points.rsid[row] ?? "";
    const here = at.get(position) ?? [];
    const told = here.find((i) => {
      const [c, d] = [(linked.allele_a[i] ?? "").toUpperCase(), (linked.allele_b[i] ?? "").toUpperCase()];
      if (a && b && c && d) return isSame(a, b, c, d);
      return rsid.startsWith("rs") && linked.id[i] === rsid;
    });
    const found = told ?? (here.length === 1 && isUntold(linked, here[0] as number, a, rsid) ? here[0] : undefined);
    return found === undefined ? null : (linked.r2[found] ?? null);
  });
}

/** Neither alleles nor rs numbers are known of both. */
function isUntold(linked: Linked, i: number, allele: string, rsid: string): boolean {
  return !(allele && linked.allele_a[i]) && !(rsid.startsWith("rs") && linked.id[i]?.startsWith("rs"));
}

/** How the server is asked for the LD to a row: by its place, and its alleles where the table has them. */
export function linkedTo(chromosome: string, points: Points, row: number): string {
  const [effect, other] = [points.effect_allele[row], points.other_allele[row]];
  const place = `${chromosome}:${points.position[row]}`;
  return /^[ACGT]+$/i.test(effect ?? "") && /^[ACGT]+$/i.test(other ?? "") ? `${place}:${other}:${effect}` : place;
}
