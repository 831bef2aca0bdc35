import { formatCount, formatDecimal } from "@/lib/format/format";
/** Regions of the genome as people and addresses write them. Positions are 1-based, regions closed. */

export interface Region {
  /** GWAS-SSF code: 1–22, X 23, Y 24, MT 25. */
  readonly chromosome: number;
  readonly start: number;
  readonly end: number;
}

export function chromosomeName(code: number): string {
  if (code === 23) return "X";
  if (code === 24) return "Y";
  if (code === 25) return "MT";
  return String(code);
}

/** "chrX", "x" and "23" are the same one; undefined when it is none. */
export function chromosomeCode(name: string): number | undefined {
  const plain = name.replace(/^chr/i, "").toUpperCase();
  if (plain === "X") return 23;
  if (plain === "Y") return 24;
  if (plain === "M" || plain === "MT") return 25;
  const code = /^\d{1,2}$/.test(plain) ? Number(plain) : 0;
  return code >= 1 && code <= 25 ? code : undefined;
}

const pattern = /^\s*(?:chr)?([0-9]{1,2}|X|Y|MT?)\s*:\s*([0-9,]+)(?:\s*[-–]\s*([0-9,]+))?\s*$/i;

/** Half a megabase to either side: what a lead variant speaks for. */
const around = 500_000;

/** Reads "16:53,500,000-54,500,000", "chrX:1000-2000" or one position; undefined when it is none of these. */
export function parseRegion(text: string): Region | undefined {
  const [, name = "", from = "", to] = pattern.exec(text) ?? [];
  const chromosome = chromosomeCode(name);
  const start = Number(from.replaceAll(",", ""));
  if (!chromosome || !(start > 0)) return undefined;
  if (to === undefined) return regionAround(chromosome, start);
  const end = Number(to.replaceAll(",", ""));
  return end >= start ? { chromosome, start, end } : undefined;
}

export function regionAround(chromosome: number, position: number): Region {
  return { chromosome, start: Math.max(1, position - around), end: position + around };
}

/** As the server and addresses take it: "16:53500000-54500000". */
export function regionText({ chromosome, start, end }: Region): string {
  return `${chromosomeName(chromosome)}:${start}-${end}`;
}

/** The same with separators, for people. */
export function regionWords({ chromosome, start, end }: Region): string {
  return `${chromosomeName(chromosome)}:${formatCount(start)}–${formatCount(end)}`;
}

/** "4:110.9–112.1 Mb", with enough decimals to distinguish both ends. */
export function megabaseWords({ chromosome, start, end }: Region): string {
  const decimals = Math.min(6, Math.max(1, Math.ceil(6 - Math.log10(end - start + 1)) + 1));
  const mb = (position: number) => formatDecimal(position / 1e6, decimals);
  return `${chromosomeName(chromosome)}:${mb(start)}–${mb(end)} Mb`;
}

/** Bases from the first to the last, both counted. */
export const spanOf = ({ start, end }: Region): number => end - start + 1;

/** How little and how much a region may hold. */
const smallestSpan = 200;
export const largestSpan = 5_000_000;

/** The region moved by `share` of its span and made `factor` times as wide around its middle; it keeps to what may be shown. */
export function movedRegion(region: Region, share: number, factor = 1): Region {
  const before = spanOf(region);
  const span = Math.round(Math.min(Math.max(before * factor, smallestSpan), largestSpan));
  // Rounded alike to both sides, so that going there and back ends where it began.
  const by = Math.sign(share) * Math.round(Math.abs(before * share));
  const start = Math.max(1, region.start + by + Math.round((before - span) / 2));
  return { ...region, start, end: start + span - 1 };
}
