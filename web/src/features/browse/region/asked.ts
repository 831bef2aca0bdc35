import type { QueryClient } from "@tanstack/react-query";
import { browseRegionQuery } from "@/api/browse/browse";
import { parseRegion, regionText } from "@/lib/genome/region";
import { ldWithin, type RegionQuery } from "@/ui/region/useRegionAnswer";
import type { RegionSearch } from "./search";

/** How the page of a region asks for it, or for one beside it. */
export const askedWith =
  (results: readonly string[], { build, panel }: RegionSearch): RegionQuery =>
  (region, ld) =>
    browseRegionQuery({ results, region: regionText(region), build, ld, ldFrom: panel });

/** Asks for the region while its page is on its way. */
export function readRegion(queries: QueryClient, what: string, search: RegionSearch): void {
  const region = parseRegion(what);
  if (!region || !search.results?.length) return;
  void queries.prefetchQuery(askedWith(search.results, search)(region, ldWithin(search.ld, region)));
}
