/** Constants of FIPS 180-4: the first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
const rounds = new Uint32Array(fractions(64, 1 / 3));

function fractions(count: number, power: number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < count; n += 1) {
    let prime = true;
    for (let d = 2; d * d <= n && prime; d += 1) prime = n % d !== 0;
    if (prime) found.push(((n ** power % 1) * 2 ** 32) | 0);
  }
  return found;
}

const blockBytes = 64;

/** SHA-256 of bytes that come piece by piece, which the browser's own cannot do. */
export class Sha256 {
  private readonly state = new Uint32Array(fractions(8, 1 / 2));
  private readonly words = new Uint32Array(64);
  private readonly rest = new Uint8Array(blockBytes);
  private length = 0;

  update(bytes: Uint8Array): void {
    let at = 0;
    const held = this.length % blockBytes;
    this.length += bytes.length;
    if (held > 0) {
      at = Math.min(blockBytes - held, bytes.length);
      this.rest.set(bytes.subarray(0, at), held);
      if (held + at < blockBytes) return;
      this.block(this.rest, 0);
    }
    for (; at + blockBytes <= bytes.length; at += blockBytes) this.block(bytes, at);
    this.rest.set(bytes.subarray(at));
  }

  /** Lower-case hex. Nothing may be added afterwards. */
  digest(): string {
    const bits = this.length * 8;
    const held = this.length % blockBytes;
    const tail = new Uint8Array(held < 56 ? blockBytes : 2 * blockBytes);
    tail.set(this.rest.subarray(0, held));
    tail[held] = 0x80;
    const view = new DataView(tail.buffer);
    view.setUint32(tail.length - 8, Math.floor(bits / 2 ** 32));
    view.setUint32(tail.length - 4, bits >>> 0);
    for (let at = 0; at < tail.length; at += blockBytes) this.block(tail, at);
    return Array.from(this.state, (word) => word.toString(16).padStart(8, "0")).join("");
  }

  private block(bytes: Uint8Array, at: number): void {
    const w = this.words;
    for (let i = 0; i < 16; i += 1) {
      const j = at + 4 * i;
      w[i] =
        ((bytes[j] as number) << 24) |
        ((bytes[j + 1] as number) << 16) |
        ((bytes[j + 2] as number) << 8) |
        (bytes[j + 3] as number);
    }
    for (let i = 16; i < 64; i += 1) {
      const x = w[i - 15] as number;
      const y = w[i - 2] as number;
      const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
      const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
      w[i] = ((w[i - 16] as number) + s0 + (w[i - 7] as number) + s1) | 0;
    }
    this.compress();
  }

  private compress(): void {
    const { state, words: w } = this;
    let a = state[0] as number;
    let b = state[1] as number;
    let c = state[2] as number;
    let d = state[3] as number;
    let e = state[4] as number;
    let f = state[5] as number;
    let g = state[6] as number;
    let h = state[7] as number;
    for (let i = 0; i < 64; i += 1) {
      const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (rounds[i] as number) + (w[i] as number)) | 0;
      const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + t1) | 0;
      d = c;
      c = b;
      b = a;
      a = (t1 + t2) | 0;
    }
    state[0] = (state[0] as number) + a;
    state[1] = (state[1] as number) + b;
    state[2] = (state[2] as number) + c;
    state[3] = (state[3] as number) + d;
    state[4] = (state[4] as number) + e;
    state[5] = (state[5] as number) + f;
    state[6] = (state[6] as number) + g;
    state[7] = (state[7] as number) + h;
  }
}

/** Small enough that the page stays quick between pieces. */
const pieceBytes = 1 << 20;

/** SHA-256 of a file without holding it in memory; undefined when `stopped` says so in between. */
export async function sha256OfFile(file: Blob, stopped: () => boolean): Promise<string | undefined> {
  const hash = new Sha256();
  for (let at = 0; at < file.size; at += pieceBytes) {
    const piece = await file.slice(at, at + pieceBytes).arrayBuffer();
    if (stopped()) return undefined;
    hash.update(new Uint8Array(piece));
  }
  return hash.digest();
}
