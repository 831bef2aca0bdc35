import { own } from "../own";
/** What effects of a scale are called, and how they are written. */
export interface Measure {
  readonly name: "OR" | "HR" | "Beta";
  /** Effects are logarithms of the shown values. */
  readonly ratio: boolean;
}

const beta: Measure = { name: "Beta", ratio: false };

const ratios: Readonly<Record<string, Measure>> = {
  log_odds: { name: "OR", ratio: true },
  log_hazard: { name: "HR", ratio: true },
};

/** Only effects that are known to be logarithms are written as ratios. */
export const measureOf = (scale: string | undefined): Measure => own(ratios, scale ?? "") ?? beta;
