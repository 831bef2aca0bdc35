/**
 * Pairs of submissions that share participants: stated ones, and found ones that were not removed.
 */
import type { FoundOverlap, MetaOverlap as Overlap } from "@/api/hermes/meta";

interface Pair {
  readonly a: string;
  readonly b: string;
}

/** A pair as it is shown; `found` where the files say so too. */
export interface PairRow extends Overlap {
  readonly offer?: FoundOverlap;
}

export const samePair = (one: Pair, other: Pair) =>
  (one.a === other.a && one.b === other.b) || (one.a === other.b && one.b === other.a);

/** The suggested value of a found pair: three decimals, within the allowed range. */
export const offered = ({ correlation }: FoundOverlap): number => Math.min(0.99, Math.round(correlation * 1000) / 1000);

/** The pairs of the chosen submissions: found ones first, with the user's values, then the others. */
export function pairRows(
  { overlaps, declined }: { readonly overlaps: readonly Overlap[]; readonly declined: readonly Pair[] },
  found: readonly FoundOverlap[],
  chosen: readonly string[],
): PairRow[] {
  const among = ({ a, b }: Pair) => chosen.includes(a) && chosen.includes(b);
  const stated = overlaps.filter(among);
  const known = found.filter(among).flatMap((offer): PairRow[] => {
    const own = stated.find((pair) => samePair(pair, offer));
    const { a, b } = offer;
    if (!own && declined.some((pair) => samePair(pair, offer))) return [];
    const correlation = own?.correlation ?? offered(offer);
    return [{ a, b, correlation, found: correlation === offered(offer), offer }];
  });
  return [...known, ...stated.filter((pair) => !known.some((row) => samePair(row, pair)))];
}

/** The pairs as they are sent and kept with a run. */
export const overlapsOf = (rows: readonly PairRow[]): Overlap[] =>
  rows.map(({ a, b, correlation, found }) => ({ a, b, correlation, ...(found ? { found } : {}) }));

/** States a correlation, in place of what was stated before. */
export const stating = (overlaps: readonly Overlap[], { a, b, correlation }: Overlap): Overlap[] =>
  overlaps.some((pair) => samePair(pair, { a, b }))
    ? overlaps.map((pair) => (samePair(pair, { a, b }) ? { a, b, correlation } : pair))
    : [...overlaps, { a, b, correlation }];

export const without = <P extends Pair>(pairs: readonly P[], gone: Pair): P[] =>
  pairs.filter((pair) => !samePair(pair, gone));

/** The first two of some submissions that are not among the pairs; undefined when all are. */
export function nextPair(ids: readonly string[], pairs: readonly Pair[]): Pair | undefined {
  for (const [i, a] of ids.entries()) {
    for (const b of ids.slice(i + 1)) if (!pairs.some((pair) => samePair(pair, { a, b }))) return { a, b };
  }
  return undefined;
}

/** Every pair that is not among these. */
export const otherPairs = (ids: readonly string[], pairs: readonly Pair[]): Pair[] =>
  ids
    .flatMap((a, i) => ids.slice(i + 1).map((b) => ({ a, b })))
    .filter((pair) => !pairs.some((one) => samePair(one, pair)));
