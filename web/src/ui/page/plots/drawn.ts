/** The result of drawing a plot of a page: a figure, and the excluded rows. */
import { plural } from "@/lib/format/format";
import type { ChartModel } from "../../chart/model";
import type { Twin } from "../../chart/TwinTable";

export interface DrawnScatter {
  readonly model: ChartModel;
  readonly twin: Twin;
  /** Sentences: what was left out, and why. */
  readonly notes: readonly string[];
}

/** Not one point is in it. */
export const isBlank = ({ points }: Pick<ChartModel, "points">): boolean => points.every(({ x }) => x.length === 0);

/** A P value of 0 is one that the table could not hold: it has no place on an axis of logarithms. */
export const withoutP = "without a P value above 0";

/** "Left out: 12 rows without a P value." */
export function leftOut(count: number, which: string): string[] {
  return count > 0 ? [`Left out: ${plural(count, "row")} ${which}.`] : [];
}

/** Rows of a twin: the strongest, as a page can hold them. */
export const twinRows = 500;

/** The indices of the largest values, largest first; invalid numbers are skipped. */
export function largest(
  values: ArrayLike<number>,
  most: number,
  passes: (i: number) => boolean = () => true,
): number[] {
  let kept: number[] = [];
  let least = Number.NEGATIVE_INFINITY;
  const settle = () => {
    kept.sort((a, b) => (values[b] as number) - (values[a] as number) || a - b);
    kept = kept.slice(0, most);
    if (kept.length === most) least = values[kept[most - 1] as number] as number;
  };
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    if (!(value > least) || !passes(i)) continue;
    kept.push(i);
    if (kept.length >= 4 * most + 64) settle();
  }
  settle();
  return kept;
}

/** The smallest and the largest number; undefined when there is none. Any length: nothing is spread into arguments. */
export function extent(values: ArrayLike<number>): [low: number, high: number] | undefined {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    if (!Number.isFinite(value)) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low <= high ? [low, high] : undefined;
}
