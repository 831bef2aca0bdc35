import { keepPreviousData, skipToken, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { largestSpan, type Region } from "@/lib/genome/region";
import type { Genome } from "../chart/genome";
import { type Points, toneIndex, type View } from "../chart/model";
import { type RegionData, regionOf } from "./regionData";
import type { RegionQuery } from "./useRegionAnswer";
import { pointFacts } from "./words";

/** The region in view when it is small enough to be drawn variant by variant, and on one chromosome. */
export function closeRegion(genome: Genome, view: View): Region | undefined {
  const [low, high] = view.x;
  const from = genome.locate(low + 1);
  const to = genome.locate(high);
  if (!from || !to || high - low > largestSpan || from.chromosome !== to.chromosome) return undefined;
  const end = Math.min(to.position, from.position + largestSpan - 1);
  return { chromosome: from.chromosome.code, start: from.position, end };
}

/**
 * The variants themselves in place of the reduction that a Manhattan figure is drawn from, once it is zoomed in far enough;
 * undefined until they are read.
 */
export function useClosePoints(genome: Genome, view: View, query: RegionQuery): Points | undefined {
  const region = useMemo(() => closeRegion(genome, view), [genome, view]);
  const wanted = region && query(region, undefined);
  const { data } = useQuery<RegionData>({
    queryKey: wanted?.queryKey ?? ["browse", "nothing close"],
    queryFn: (wanted?.queryFn as (() => Promise<RegionData>) | undefined) ?? skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
  return useMemo(() => (region && data ? pointsOf(data, genome) : undefined), [region, data, genome]);
}

function pointsOf(data: RegionData, genome: Genome): Points | undefined {
  const [track] = data.tracks;
  if (!track) return undefined;
  const { chromosome } = regionOf(data.region);
  const { position, neg_log_10_p_value: y } = track.points;
  return {
    x: position.map((at) => genome.place(chromosome, at) ?? Number.NaN),
    y: y.map((value) => value ?? Number.NaN),
    tone: new Uint8Array(position.length).fill(toneIndex("first")),
    size: 4,
    shape: "dot",
    describe: (at) => pointFacts(chromosome, track, at),
  };
}
