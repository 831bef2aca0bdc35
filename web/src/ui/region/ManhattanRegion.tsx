import { useMemo, useState } from "react";
import type { Region } from "@/lib/genome/region";
import type { BrowseLink } from "@/lib/route/browse-address";
import chart from "../chart/chart.module.css";
import { ManhattanCard, type ManhattanCardProps } from "../chart/ManhattanCard";
import { genomeOf } from "../chart/manhattan";
import { RegionBelow } from "./RegionBelow";
import type { RegionQuery } from "./useRegionAnswer";
import type { StretchQuery } from "./useStretchPoints";

/** How the regions of a result are read, and where they have a page. */
export interface ResultRegions {
  query: RegionQuery;
  /** Reads the variants of a stretch that is too long for a region. */
  stretch: StretchQuery;
  /** The page of a region. */
  page: (region: Region, ld: string | undefined) => BrowseLink;
}

type Props = ManhattanCardProps & ResultRegions;

/** A Manhattan figure, and below it the region of what was clicked in it or chosen beside it. */
export function ManhattanRegion({ query, stretch, page, ...card }: Props) {
  const { data, leads, selected, onSelect } = card;
  const genome = useMemo(() => genomeOf(data), [data]);
  const [region, setRegion] = useState<Region>();
  // A choice made before the figure was read is followed too.
  const [followed, follow] = useState<string>();

  function open(variant: string | undefined): void {
    const lead = leads.find((one) => one.variant_id === variant);
    setRegion(lead && genome.around(lead.chromosome, lead.base_pair_location));
  }
  if (selected !== followed) {
    follow(selected);
    open(selected);
  }

  return (
    <div className={chart.stack}>
      <ManhattanCard
        {...card}
        query={query}
        stretch={stretch}
        onSelect={(variant) => {
          onSelect(variant);
          open(variant);
        }}
        onPlace={(chromosome, position) => setRegion(genome.around(chromosome, position))}
      />
      {region && (
        <RegionBelow
          region={region}
          query={query}
          page={page}
          onRegion={setRegion}
          onClose={() => setRegion(undefined)}
        />
      )}
    </div>
  );
}
