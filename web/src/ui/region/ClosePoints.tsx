import { useEffect } from "react";
import type { Genome } from "../chart/genome";
import type { Points, View } from "../chart/model";
import { useClosePoints } from "./useClosePoints";
import type { RegionQuery } from "./useRegionAnswer";

export interface ClosePointsProps {
  genome: Genome;
  /** The part of the genome in view. */
  view: View;
  query: RegionQuery;
  /** Stable between renders. Undefined: there are none, or not yet. */
  onPoints: (points: Points | undefined) => void;
}

/** Reads the variants in view of a Manhattan figure; draws nothing itself. */
export function ClosePoints({ genome, view, query, onPoints }: ClosePointsProps) {
  const points = useClosePoints(genome, view, query);
  useEffect(() => {
    onPoints(points);
    return () => onPoints(undefined);
  }, [points, onPoints]);
  return null;
}
