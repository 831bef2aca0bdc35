import type { BrowseAsked, BrowseHit } from "@/api/browse/variant";
import { formatCount, formatDecimal, plural } from "@/lib/format/format";
import { Tile, TileRow } from "@/ui/Tiles";
import { geneNumbers } from "./tiles";

/** Counts over the results that were asked about a gene. Significant means P ≤ 5e-8. */
export function Tiles({ hits, asked }: { hits: readonly BrowseHit[]; asked: BrowseAsked }) {
  const { results, significant, phenotypes, significantPhenotypes, leads, medianI2 } = geneNumbers(hits);
  const first = leads.slice(0, 2).join(", ");
  return (
    <TileRow>
      <Tile
        label="Results with a variant here"
        value={formatCount(results)}
        hint={`of ${formatCount(asked.to - asked.from)} searched`}
      />
      <Tile
        label="Below 5e-8"
        value={`${formatCount(significant)} of ${formatCount(results)}`}
        hint={`on ${formatCount(significantPhenotypes)} of ${plural(phenotypes, "phenotype")}`}
      />
      <Tile
        label="Distinct lead variants"
        value={formatCount(leads.length)}
        hint={leads.length > 2 ? `${first} and ${plural(leads.length - 2, "other")}` : first}
      />
      <Tile
        label="Median I² of these hits"
        value={medianI2 === undefined ? "–" : `${formatDecimal(medianI2, 0)} %`}
        hint="meta-analyses only"
      />
    </TileRow>
  );
}
