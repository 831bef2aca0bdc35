import { useEffect } from "react";
import type { Genome } from "../chart/genome";
import type { Points, View } from "../chart/model";
import { useClosePoints } from "./useClosePoints";
import type { RegionQuery } from "./useRegionAnswer";
import { type StretchQuery, useStretchPoints } from "./useStretchPoints";

export interface ClosePointsProps {
  genome: Genome;
  /** The part of the genome in view. */
  view: View;
  query: RegionQuery;
  /** Reads stretches that are too long for regions; absent where they cannot be read. */
  stretch?: StretchQuery | undefined;
  /** Bases of a column of the reduction. */
  binWidth: number;
  /**
   * Stable between renders. Undefined: there are none, or not yet. Thinned: only those that can be
   * distinguished in the figure.
   */
  onPoints: (close: { points: Points; thinned: boolean } | undefined) => void;
}

/** Reads the variants in view of a Manhattan figure; draws nothing itself. */
export function ClosePoints({ genome, view, query, stretch, binWidth, onPoints }: ClosePointsProps) {
  const all = useClosePoints(genome, view, query);
  const some = useStretchPoints(genome, view, binWidth, stretch);
  useEffect(() => {
    const points = all ?? some;
    onPoints(points && { points, thinned: !all });
    return () => onPoints(undefined);
  }, [all, some, onPoints]);
  return null;
}
