import type { Side, Sides } from "@/ui/form/ConflictDialog";
import { type PartKey, partKeys } from "./fields";
import { samePart, type Values, withPart } from "./values";

/** A part that stands differently in both versions. */
export interface Difference {
  key: PartKey;
  /** Both were changed since the form was opened; nobody but the person can say which holds. */
  both: boolean;
  /** The side that changed it; one's own where both did. */
  proposed: Side;
}

/** The parts in which two versions differ; `base` is what both began with. */
export function differences(base: Values, mine: Values, theirs: Values): Difference[] {
  return partKeys
    .filter((key) => !samePart(key, mine, theirs))
    .map((key) => {
      const kept = samePart(key, mine, base);
      return { key, both: !kept && !samePart(key, theirs, base), proposed: kept ? "theirs" : "mine" };
    });
}

export function merge(mine: Values, theirs: Values, sides: Sides<PartKey>): Values {
  return partKeys.reduce((merged, key) => (sides[key] === "theirs" ? withPart(key, merged, theirs) : merged), mine);
}
