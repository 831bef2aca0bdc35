import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { Sha256, sha256OfFile } from "./sha256";

const bytesOf = (length: number) => Uint8Array.from({ length }, (_, at) => (at * 31 + (at >> 8)) & 255);
const reference = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

test.each([0, 1, 55, 56, 63, 64, 65, 119, 120, 128, 1000, 70_001])("%i bytes at once", (length) => {
  const hash = new Sha256();
  hash.update(bytesOf(length));
  expect(hash.digest()).toBe(reference(bytesOf(length)));
});

test("pieces of any length give the same", () => {
  const bytes = bytesOf(5000);
  for (const piece of [1, 7, 63, 64, 65, 640, 4999]) {
    const hash = new Sha256();
    for (let at = 0; at < bytes.length; at += piece) hash.update(bytes.subarray(at, at + piece));
    expect(hash.digest()).toBe(reference(bytes));
  }
});

test("a file is read piece by piece, and no further when it is stopped", async () => {
  const bytes = bytesOf((1 << 20) + 17);
  expect(await sha256OfFile(new Blob([bytes]), () => false)).toBe(reference(bytes));
  expect(await sha256OfFile(new Blob([bytes]), () => true)).toBeUndefined();
});
