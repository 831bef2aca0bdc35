import { createHmac } from "node:crypto";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const stepSeconds = 30;

function fromBase32(text: string): Buffer {
  const bits = [...text.replace(/[\s=]/g, "")].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0"));
  const bytes = bits.join("").match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}

/** The code of one time step (RFC 6238: SHA-1, six digits). */
function codeOf(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac("sha1", secret).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

/** An authenticator app. The server takes each time step once, and those next to now: three codes need no waiting. */
export class Authenticator {
  private readonly secret: Buffer;
  private last = 0;

  constructor(secret: string) {
    this.secret = fromBase32(secret);
  }

  /** The code of the next time step that was not used yet, and that is good for five seconds or more. */
  code(): string {
    const earliest = Math.floor((Date.now() / 1000 + 5) / stepSeconds) - 1;
    this.last = Math.max(this.last + 1, earliest);
    return codeOf(this.secret, this.last);
  }
}
