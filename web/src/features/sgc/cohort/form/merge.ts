import type { Side } from "@/ui/form/ConflictDialog";
import { type FieldKey, fieldKeys } from "./fields";
import type { Values } from "./values";

/** A field that stands differently in both versions. */
export interface Difference {
  key: FieldKey;
  mine: string;
  theirs: string;
  /** Both were changed since the form was opened; nobody but the person can say which holds. */
  both: boolean;
}

/** The fields in which two versions differ; `base` is what both began with. */
export function differences(base: Values, mine: Values, theirs: Values): Difference[] {
  return fieldKeys
    .filter((key) => mine[key] !== theirs[key])
    .map((key) => ({
      key,
      mine: mine[key],
      theirs: theirs[key],
      both: mine[key] !== base[key] && theirs[key] !== base[key],
    }));
}

/** What is proposed: the side that changed a field; one's own where both did. */
export function proposedSides(base: Values, found: readonly Difference[]): Partial<Record<FieldKey, Side>> {
  return Object.fromEntries(found.map(({ key, mine }) => [key, mine === base[key] ? "theirs" : "mine"]));
}

export function merge(mine: Values, theirs: Values, sides: Partial<Record<FieldKey, Side>>): Values {
  return Object.fromEntries(fieldKeys.map((key) => [key, sides[key] === "theirs" ? theirs[key] : mine[key]])) as Values;
}
