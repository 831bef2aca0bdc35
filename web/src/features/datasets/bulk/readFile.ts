/** The most characters that the server takes. */
export const longestText = 2_000_000;
const largestBytes = 8_000_000;

const workbook = "copy its cells and paste them here, or save it as CSV";

/** What a file is that is no text, by its first bytes, with what to do instead. */
function otherKind(bytes: Uint8Array): string | undefined {
  const starts = (...magic: number[]) => magic.every((byte, at) => bytes[at] === byte);
  if (starts(0x50, 0x4b)) return `is a workbook or an archive: ${workbook}`;
  if (starts(0xd0, 0xcf, 0x11, 0xe0)) return `is an old Excel workbook: ${workbook}`;
  if (starts(0x1f, 0x8b)) return "is compressed: unpack it first";
  return undefined;
}

/**
 * UTF-8 or UTF-16 text; anything else is read in the encoding of older Western European
 * spreadsheets.
 */
function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** The text of a CSV or TSV file, or the reason why there is none. */
export async function readSheetFile(file: File): Promise<{ text: string } | { problem: string }> {
  if (file.size === 0) return { problem: `${file.name} is empty. Check that it was saved and choose it again.` };
  const tooLong = { problem: `${file.name} is too long for one import. Split it into several sheets.` };
  if (file.size > largestBytes) return tooLong;
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch {
    return { problem: `${file.name} cannot be read from your disk. Choose it again.` };
  }
  const kind = otherKind(bytes);
  if (kind) return { problem: `${file.name} ${kind}.` };
  const text = decode(bytes);
  if (text.includes("\0")) return { problem: `${file.name} is not a text file. Save the sheet as CSV or TSV.` };
  return text.length > longestText ? tooLong : { text };
}
