/** How figures write numbers and variants. */
import { formatCount } from "@/lib/format/format";
import { chromosomeName } from "@/lib/genome/region";

export { formatNumber, formatP, shortenP } from "@/lib/format/format-number";

/** "4:111,718,067" */
export function formatLocus(chromosome: number, position: number): string {
  return `${chromosomeName(chromosome)}:${formatCount(position)}`;
}

export const formatWhole = formatCount;
