import { type QueryKey, type UseQueryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { whenIdle } from "@/lib/browser/idle";
import { onChromosome } from "@/lib/genome/chromosomes";
import { chromosomeCode, movedRegion, type Region, regionText } from "@/lib/genome/region";
import { panShare } from "./keys";
import type { RegionData } from "./regionData";

/** How a region is asked for; `ld` names the variant that LD is measured to. */
export type RegionQuery = (
  region: Region,
  ld: string | undefined,
) => UseQueryOptions<RegionData, Error, RegionData, QueryKey>;

/**
 * LD refers to a variant of the region: if a moved view does not contain it, the lead variant is
 * used.
 */
export function ldWithin(ld: string | undefined, { chromosome, start, end }: Region): string | undefined {
  const [, name = "", at = ""] = /^(?:chr)?([^:]+):(\d+)/i.exec(ld ?? "") ?? [];
  if (!at) return ld;
  const inside = chromosomeCode(name) === chromosome && Number(at) >= start && Number(at) <= end;
  return inside ? ld : undefined;
}

/** The region, and meanwhile the one before it; once it is there, those to its left and right are read as well. */
export function useRegionAnswer(query: RegionQuery, region: Region, ld: string | undefined) {
  const queries = useQueryClient();
  const answer = useQuery(query(region, ldWithin(ld, region)));
  const build = answer.data?.genome_build;
  const there = answer.data !== undefined && !answer.isPlaceholderData;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text of a region says all of it, and a query is made anew each time
  useEffect(() => {
    if (!there) return;
    return whenIdle(() => {
      for (const share of [-panShare, panShare]) {
        const beside = onChromosome(movedRegion(region, share), build);
        const wanted = query(beside, ldWithin(ld, beside));
        if (regionText(beside) !== regionText(region)) void queries.prefetchQuery(wanted);
      }
    });
  }, [there, regionText(region), ld]);
  return answer;
}
