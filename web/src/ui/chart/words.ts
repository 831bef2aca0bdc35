/** How figures write numbers and variants. */
import { chromosomeName } from "@/lib/genome/region";

export { formatNumber, formatP, shortenP } from "@/lib/format/format-number";

const grouped = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

/** "4:111,718,067" */
export function formatLocus(chromosome: number, position: number): string {
  return `${chromosomeName(chromosome)}:${grouped.format(position)}`;
}

export const formatWhole = (value: number | null | undefined): string => (value == null ? "–" : grouped.format(value));
