/** Results side by side in a region of the genome, and what a text means: every area asks the same, and gets what it may see. */

import { keepPreviousData } from "@tanstack/react-query";
import { apiQuery } from "@/api/api-query";
import type { Schemas } from "@/api/client";
import { type Region, regionText } from "@/lib/genome/region";
import { type BrowseArea, type BrowseBuild, regionLink } from "@/lib/route/browse-address";

export type BrowseResult = Schemas["BrowseResult"];
export type BrowseMeaning = Schemas["BrowseMeaning"];

/** What may be looked at, by the words of `q`. */
export const browseResultsQuery = (q: string, build?: BrowseBuild, all = false) => {
  const query = { q: q || undefined, build, all: all || undefined };
  return apiQuery("/api/browse/results", { query }, { placeholderData: keepPreviousData, throwOnError: false });
};

export interface BrowseRegionParams {
  /** Names of results, in the order of the tracks. */
  results: readonly string[];
  /** "4:110900000-112100000" */
  region: string;
  build?: BrowseBuild | undefined;
  /** The variant that LD is measured to; absent: the lead of the first result. */
  ld?: string | undefined;
  /** Name of LD data; absent: that of the people of the first result. */
  ldFrom?: string | undefined;
}

/**
 * The points of results in one region, with the other data of the region. The previous region stays
 * visible while the next is loading.
 */
export const browseRegionQuery = ({ results, region, build, ld, ldFrom }: BrowseRegionParams) => {
  const query = { result: [...results], region, build, ld_to: ld, ld_from: ldFrom };
  return apiQuery(
    "/api/browse/region",
    { query },
    {
      // A run never changes; reference data seldom do.
      staleTime: 300_000,
      placeholderData: keepPreviousData,
      throwOnError: false,
    },
  );
};

/** The variants of a result in a long stretch of a chromosome, as far as a figure shows them. */
const browseStretchQuery = (result: string, region: Region) => {
  const query = { result, region: regionText(region) };
  return apiQuery("/api/browse/stretch", { query }, { staleTime: 300_000, throwOnError: false });
};

/** Genes, recombination and LD to a variant around a region, without results. */
export const browseSurroundQuery = (
  region: Region,
  build: BrowseBuild,
  { to, from }: { to: string | undefined; from: string | undefined },
) => browseRegionQuery({ results: [], region: regionText(region), build, ld: to, ldFrom: from });

/** What a text means: regions, genes and variants. */
export const browseMeaningsQuery = (q: string, build?: BrowseBuild) =>
  apiQuery("/api/browse/resolve", { query: { q, build } }, { throwOnError: false });

/** How regions of one result are read, and where they have a page: what its Manhattan figure opens them with. */
export function regionsOf(area: BrowseArea, result: string) {
  const results = [result];
  return {
    query: (region: Region, ld: string | undefined) => browseRegionQuery({ results, region: regionText(region), ld }),
    stretch: (region: Region) => browseStretchQuery(result, region),
    page: (region: Region, ld: string | undefined) => regionLink(area, region, { results, ld }),
  };
}
