/** Chromosomes and places as tables write them. Positions are 1-based; codes are those of GWAS-SSF (X 23, Y 24, MT 25). */

const lettered = new Map([
  ["X", 23],
  ["Y", 24],
  ["M", 25],
  ["MT", 25],
]);
const names = ["X", "Y", "MT"];

/** The code of "chr7", "07", "x" or "25"; undefined for any other name. */
export function chromosomeCode(text: string): number | undefined {
  const name = text
    .trim()
    .replace(/^chr(?:omosome)?[ _]?/i, "")
    .toUpperCase();
  const code = lettered.get(name) ?? (/^0?\d{1,2}$/.test(name) ? Number(name) : undefined);
  return code !== undefined && code >= 1 && code <= 25 ? code : undefined;
}

/** "chr7" and "07" → "7", "23" → "X"; another name stays. */
export function chromosomeName(text: string): string {
  const code = chromosomeCode(text);
  if (code === undefined) return text.trim();
  return code <= 22 ? String(code) : (names[code - 23] as string);
}

export interface Place {
  chromosome: string;
  /** The middle of a stretch. */
  position: number;
}

/** "7:1000", "chr7:1,000-2,000", "7_1000_A_G"; undefined for other texts. */
export function placeOf(text: string): Place | undefined {
  const [, chromosome, start, end] = /^\s*([^:_\s]+)[:_](\d[\d,]*)(?:-(\d[\d,]*))?(?![\d.])/.exec(text) ?? [];
  if (chromosome === undefined || start === undefined) return undefined;
  const from = Number(start.replaceAll(",", ""));
  const to = end === undefined ? from : Number(end.replaceAll(",", ""));
  return { chromosome: chromosomeName(chromosome), position: Math.ceil((from + to) / 2) };
}

/** "chr:position" or "chr:start-end"; undefined when a position is none. */
export function locusText(chromosome: string, start: number, end?: number): string | undefined {
  const name = chromosomeName(chromosome);
  if (name === "" || !isPosition(start) || (end !== undefined && (!isPosition(end) || end < start))) return undefined;
  return end === undefined ? `${name}:${start}` : `${name}:${start}-${end}`;
}

export const isPosition = (number: number): boolean => Number.isSafeInteger(number) && number >= 0;

/** Positions are below 2^32, so a place is one number; other names come behind the chromosomes, in their order. */
const positions = 2 ** 32;

/** Numbers that order places of the genome; NaN for a text that is none. */
export function placeKeys(texts: readonly string[]): Float64Array {
  const places = texts.map(placeOf);
  const others = [
    ...new Set(
      places.flatMap((place) => (place && chromosomeCode(place.chromosome) === undefined ? [place.chromosome] : [])),
    ),
  ].sort();
  const ranks = new Map(others.map((name, at) => [name, 100 + at]));
  return Float64Array.from(places, (place) => {
    if (!place) return Number.NaN;
    const rank = chromosomeCode(place.chromosome) ?? (ranks.get(place.chromosome) as number);
    return rank * positions + Math.min(place.position, positions - 1);
  });
}
