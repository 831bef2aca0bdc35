import type { Count } from "@/api/sgc/sgc";
import { formatCount } from "@/lib/format/format";

export type { Count } from "@/api/sgc/sgc";

/** Whether only the range of the number is known. */
export function isHidden({ low, high }: Count): boolean {
  return low !== high;
}

/** A number of people: "1,204"; "<5" when it is hidden and may be zero; "8–12" when only its range is known. */
export function countText(count: Count): string {
  const { low, high } = count;
  if (!isHidden(count)) return formatCount(low);
  return low === 0 ? `<${formatCount(high + 1)}` : `${formatCount(low)}–${formatCount(high)}`;
}

/** The same without separators, so that a spreadsheet reads a number. */
export const plainText = (count: Count | undefined) => (count ? countText(count).replaceAll(",", "") : "");

/** The same in words, for screen readers and sentences: "fewer than 5", "8 to 12". */
export function countWords(count: Count): string {
  const { low, high } = count;
  if (!isHidden(count)) return formatCount(low);
  return low === 0 ? `fewer than ${formatCount(high + 1)}` : `${formatCount(low)} to ${formatCount(high)}`;
}

/** A sum is as wide as its parts together. */
export function addCounts(a: Count, b: Count): Count {
  return { low: a.low + b.low, high: a.high + b.high };
}

/** Sorts by the certain number, then by the possible one. */
export function compareCounts(a: Count, b: Count): number {
  return a.low - b.low || a.high - b.high;
}

/** What effective N is, wherever it is a heading. */
export const effectiveWords =
  "4 / (1/cases + 1/controls) of each cohort, summed over cohorts: the size of a balanced study with the same power.";
