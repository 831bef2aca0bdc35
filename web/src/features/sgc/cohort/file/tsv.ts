import { asCell, readLines } from "@/lib/text/delimited";

const oneLine = (value: string) => value.replaceAll(/[\r\n]+/g, " ");

/** A table as tab-separated text, one line for each row. */
export function toTsv(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return [header, ...rows].map((row) => `${row.map((cell) => asCell(oneLine(cell), "\t")).join("\t")}\n`).join("");
}

/** The cells of a block that was copied in a spreadsheet, blank lines too. */
export function parseBlock(text: string): string[][] {
  return readLines(text, "\t").map(({ cells }) => cells.map(({ value }) => oneLine(value)));
}
