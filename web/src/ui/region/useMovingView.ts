import { useEffect, useRef, useState } from "react";
import { onChromosome } from "@/lib/genome/chromosomes";
import { type Region, regionText } from "@/lib/genome/region";
import type { BrowseBuild } from "@/lib/route/browse-address";

/** How long a wheel rests before its view counts. */
const restMs = 250;

/** The view while it is being moved: it runs ahead of the region of the page, which follows when the movement ends. */
export function useMovingView(region: Region, build: BrowseBuild, onRegion: (region: Region) => void) {
  const [moving, setMoving] = useState<Region>();
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  const settled = regionText(region);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the page has caught up when its region changes
  useEffect(() => setMoving(undefined), [settled]);
  useEffect(() => () => clearTimeout(rest.current), []);

  function settle(wanted: Region): void {
    const next = onChromosome(wanted, build);
    clearTimeout(rest.current);
    if (regionText(next) === settled) setMoving(undefined);
    else {
      setMoving(next);
      onRegion(next);
    }
  }

  return {
    view: moving ?? region,
    isMoving: moving !== undefined,
    move: setMoving,
    settle,
    settleLater(next: Region): void {
      setMoving(next);
      clearTimeout(rest.current);
      rest.current = setTimeout(() => settle(next), restMs);
    },
  };
}
