/** The display of effects: on the scale that a result states, and never two scales on one axis. */
import type { BrowseEffect } from "@/api/browse/variant";
import type { Estimate } from "@/ui/chart/forest";

export type Scale = BrowseEffect["result"]["effect_scale"];

const scales: Readonly<Record<Scale, string>> = {
  log_odds: "odds ratios",
  log_hazard: "hazard ratios",
  linear_binary: "linear model of a yes/no trait",
  units: "units of the trait",
  standardised: "standard deviations of the trait",
  "": "scale not known",
};

/** A scale for people: "odds ratios". */
export const scaleWords = (scale: Scale): string => scales[scale];

/** The numbers of a row, as figures take them. */
export function estimateOf(
  name: string,
  row: Pick<BrowseEffect, "beta" | "standard_error" | "neg_log_10_p_value"> | undefined,
): Estimate {
  return {
    name,
    beta: row?.beta ?? undefined,
    se: row?.standard_error ?? undefined,
    negLog10P: row?.neg_log_10_p_value ?? undefined,
  };
}

/** Results by their scale, those of most results first. */
export function byScale(effects: readonly BrowseEffect[]): { scale: Scale; effects: BrowseEffect[] }[] {
  const groups = new Map<Scale, BrowseEffect[]>();
  for (const effect of effects) {
    const scale = effect.result.effect_scale;
    groups.set(scale, [...(groups.get(scale) ?? []), effect]);
  }
  return [...groups].map(([scale, of]) => ({ scale, effects: of })).sort((a, b) => b.effects.length - a.effects.length);
}
