import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { pieceBytes, sha256Of } from "./sha256";

const bytesOf = (length: number) => Uint8Array.from({ length }, (_, at) => (at * 31 + (at >> 8)) & 255);

// FIPS 180-4, examples of NIST.
test.each([
  ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
  ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
])("“%s” as it is published", async (text, expected) => expect(await sha256Of(new Blob([text]))).toBe(expected));

test.each([pieceBytes - 1, pieceBytes, 2 * pieceBytes + 17])(
  "%i bytes in pieces are counted as one",
  async (length) => {
    const bytes = bytesOf(length);
    expect(await sha256Of(new Blob([bytes]))).toBe(createHash("sha256").update(bytes).digest("hex"));
  },
);
