import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";

/** Bytes read at a time: the memory used for a file of any size. */
export const pieceBytes = 4 << 20;

/** SHA-256 of a file in lower-case hex, read piece by piece, which the browser's own cannot do. */
export async function sha256Of(file: Blob): Promise<string> {
  const hash = sha256.create();
  for (let at = 0; at < file.size; at += pieceBytes) {
    hash.update(new Uint8Array(await file.slice(at, at + pieceBytes).arrayBuffer()));
  }
  return bytesToHex(hash.digest());
}
