/** Longer names are not compared letter by letter. */
const longest = 64;

/** The name that was probably meant: the same but for case, blanks and signs, or at most a third of it mistyped. The server looks for it alike. */
export function nearest(name: string, known: Iterable<string>): string | undefined {
  const key = fold(name);
  if (key === "" || key.length > longest) return undefined;
  let best: string | undefined;
  let least = Math.max(1, Math.floor(key.length / 3)) + 1;
  for (const candidate of known) {
    const steps = distance(key, fold(candidate), least);
    if (steps < least) [best, least] = [candidate, steps];
  }
  return best;
}

const fold = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");

/** Letters to insert, delete, replace or swap with their neighbour; `limit` when it is not less. */
function distance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      row[j] = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + cost);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) row[j] = Math.min(row[j] ?? 0, (before[j - 2] ?? 0) + 1);
    }
    [before, last] = [last, row];
  }
  return Math.min(last[b.length] ?? 0, limit);
}
