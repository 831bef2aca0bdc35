import { asCell } from "./delimited";

/** Forms that programs read as =, +, - and @ among them, behind whatever cannot be seen. */
const formula = /^(?:[\t\n\r]|[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠﹦﹢﹣﹫])/u;
const numeric = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;

/** A value that is harmless when a spreadsheet would read it as a formula; one that has an apostrophe before it gets another. */
function disarmed(value: string): string {
  const text = value.replace(/^'+/, "");
  const begins = formula.test(text) || text.startsWith("\0");
  return begins && !numeric.test(value) ? `'${value}` : value;
}

/** What arithmetic leaves behind the digits that a number has, as a share of it. */
const noise = 2e-11;

/**
 * A number of an exported table: all its digits, in the shortest form that reads back as the same number, without the noise of
 * floating-point arithmetic (0.0022306, not 0.002230600000027148). Empty where it is not known.
 */
export function numberCell(value: number | null | undefined): string {
  if (value == null || !Number.isFinite(value)) return "";
  const short = Number(value.toPrecision(9));
  const isNoise = !Number.isInteger(value) && Math.abs(short - value) < noise * Math.abs(value);
  return String(isNoise ? short : value);
}

/** Texts as one cell, "; " between them; a backslash escapes each semicolon and backslash of theirs. */
export function listCell(items: readonly string[] | null | undefined): string {
  return items?.map((item) => item.replace(/[\\;]/g, "\\$&")).join("; ") ?? "";
}

/** RFC 4180 text of a table. */
export function toCsv(header: string[], rows: string[][]): string {
  return [header, ...rows]
    .map((row) => row.map((value) => asCell(disarmed(value), ",")).join(","))
    .join("\r\n")
    .concat("\r\n");
}

/** The same between tabs. */
export function toTsv(header: string[], rows: string[][]): string {
  return [header, ...rows]
    .map((row) => row.map((value) => asCell(disarmed(value), "\t")).join("\t"))
    .join("\n")
    .concat("\n");
}

/** Hands a text to the browser as a download. */
export function saveText(fileName: string, text: string, type = "text/csv;charset=utf-8"): void {
  saveParts(fileName, [text], type);
}

/** The same of a text in parts, which together may be longer than one text can be. */
export function saveParts(fileName: string, parts: string[], type: string): void {
  const url = URL.createObjectURL(new Blob(parts, { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}
