import { crc32, inflateRawSync } from "node:zlib";

const signatures = { entry: 0x02014b50, end: 0x06054b50 };

/** The members of a ZIP file by name, read from its directory; each is held against its checksum. */
export function membersOf(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"));
  if (end < 0 || zip.readUInt32LE(end) !== signatures.end) throw new Error("this is no ZIP file");
  const members = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    if (zip.readUInt32LE(at) !== signatures.entry) throw new Error("the directory of the ZIP file is damaged");
    const [nameLength, extraLength, noteLength] = [28, 30, 32].map((field) => zip.readUInt16LE(at + field));
    const name = zip.toString("utf8", at + 46, at + 46 + (nameLength ?? 0));
    const content = contentOf(zip, at);
    if (crc32(content) !== zip.readUInt32LE(at + 16)) throw new Error(`${name} is damaged`);
    members.set(name, content);
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (noteLength ?? 0);
  }
  return members;
}

/** The bytes of the member whose entry of the directory begins at `entry`. */
function contentOf(zip: Buffer, entry: number): Buffer {
  const local = zip.readUInt32LE(entry + 42);
  const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
  const bytes = zip.subarray(from, from + zip.readUInt32LE(entry + 20));
  return zip.readUInt16LE(entry + 10) === 0 ? bytes : inflateRawSync(bytes);
}
