/** Orders of rows: stable, missing last in both directions. */

/** Rows by their keys. NaN comes last. */
export function orderOf(keys: Float64Array, descending: boolean): Uint32Array {
  const rows = keys.length;
  const [high, low] = sortable(keys, descending);
  let order = Uint32Array.from({ length: rows }, (_, row) => row);
  let spare = new Uint32Array(rows);
  // From the least digit of 16 bits to the greatest; each pass keeps what the ones before settled.
  for (const [words, shift] of [
    [low, 0],
    [low, 16],
    [high, 0],
    [high, 16],
  ] as const) {
    if (sortBy(words, shift, order, spare)) [order, spare] = [spare, order];
  }
  return order;
}

/** The bits of the keys as two words whose order, without sign, is that of the keys. */
function sortable(keys: Float64Array, descending: boolean): [Uint32Array, Uint32Array] {
  const last = 0xffff_ffff;
  const high = new Uint32Array(keys.length);
  const low = new Uint32Array(keys.length);
  const one = new Float64Array(1);
  const [at, over] = isLittleEndian ? [0, 1] : [1, 0];
  const words = new Uint32Array(one.buffer);
  for (let row = 0; row < keys.length; row += 1) {
    const key = keys[row] as number;
    if (Number.isNaN(key)) {
      high[row] = last;
      low[row] = last;
      continue;
    }
    one[0] = (descending ? -key : key) + 0; // −0 is 0
    const top = words[over] as number;
    const flip = top >>> 31 === 0 ? 0 : last;
    high[row] = (flip === 0 ? top | 0x8000_0000 : ~top) >>> 0;
    low[row] = ((words[at] as number) ^ flip) >>> 0;
  }
  return [high, low];
}

const isLittleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

/** Whether there was anything to do: digits that are all the same need no pass. */
function sortBy(words: Uint32Array, shift: number, from: Uint32Array, to: Uint32Array): boolean {
  const places = new Uint32Array(65_537);
  for (let at = 0; at < words.length; at += 1) {
    const place = (((words[at] as number) >>> shift) & 0xffff) + 1;
    places[place] = (places[place] as number) + 1;
  }
  if (places.includes(words.length)) return false;
  for (let digit = 1; digit < places.length; digit += 1) {
    places[digit] = (places[digit] as number) + (places[digit - 1] as number);
  }
  for (let at = 0; at < from.length; at += 1) {
    const row = from[at] as number;
    const digit = ((words[row] as number) >>> shift) & 0xffff;
    const place = places[digit] as number;
    to[place] = row;
    places[digit] = place + 1;
  }
  return true;
}

/** Compares as people order names: without case, runs of digits by the number they are. Equal only if they are the same. */
export function naturally(a: string, b: string): number {
  return compareFolded(a.toLowerCase(), b.toLowerCase()) || (a < b ? -1 : a > b ? 1 : 0);
}

const isDigit = (code: number) => code >= 48 && code <= 57;

function compareFolded(a: string, b: string): number {
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    const [x, y] = [a.charCodeAt(i), b.charCodeAt(j)];
    if (isDigit(x) && isDigit(y)) {
      const [endA, endB] = [endOfDigits(a, i), endOfDigits(b, j)];
      const order = compareDigits(a, i, endA, b, j, endB);
      if (order !== 0) return order;
      i = endA;
      j = endB;
    } else if (x !== y) {
      return x - y;
    } else {
      i += 1;
      j += 1;
    }
  }
  return a.length - i - (b.length - j);
}

function endOfDigits(text: string, from: number): number {
  let end = from;
  while (end < text.length && isDigit(text.charCodeAt(end))) end += 1;
  return end;
}

function compareDigits(a: string, fromA: number, endA: number, b: string, fromB: number, endB: number): number {
  let i = fromA;
  let j = fromB;
  while (i < endA && a.charCodeAt(i) === 48) i += 1;
  while (j < endB && b.charCodeAt(j) === 48) j += 1;
  if (endA - i !== endB - j) return endA - i - (endB - j);
  for (; i < endA; i += 1, j += 1) {
    const order = a.charCodeAt(i) - b.charCodeAt(j);
    if (order !== 0) return order;
  }
  return 0;
}

/** The place of each text among all, from 0. */
export function ranksOf(texts: readonly string[]): Float64Array {
  const folded = texts.map((text) => text.toLowerCase());
  const order = Uint32Array.from({ length: texts.length }, (_, at) => at).sort(
    (x, y) =>
      compareFolded(folded[x] as string, folded[y] as string) || ((texts[x] as string) < (texts[y] as string) ? -1 : 1),
  );
  const ranks = new Float64Array(texts.length);
  order.forEach((at, rank) => {
    ranks[at] = rank;
  });
  return ranks;
}
