/** One cell of tab-separated text: without line breaks, quoted where the reader would see an end in it. */
function cell(value: string): string {
  const line = value.replaceAll(/[\r\n]+/g, " ");
  return /["\t]/.test(line) ? `"${line.replaceAll('"', '""')}"` : line;
}

/** A table as tab-separated text, one line for each row. */
export function toTsv(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return [header, ...rows].map((row) => `${row.map(cell).join("\t")}\n`).join("");
}

/** Cells of a block that was copied in a spreadsheet; a quoted cell may hold tabs and line breaks. */
export function parseBlock(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let rest = text.replaceAll("\r\n", "\n").replaceAll("\r", "\n").replace(/\n$/, "");
  for (;;) {
    const quoted = /^"((?:[^"]|"")*)"(?=[\t\n]|$)/.exec(rest);
    const plain = quoted ? undefined : /^[^\t\n]*/.exec(rest);
    const taken = quoted?.[0] ?? plain?.[0] ?? "";
    row.push(quoted ? (quoted[1] ?? "").replaceAll('""', '"').replaceAll("\n", " ") : taken.trim());
    const end = rest[taken.length];
    rest = rest.slice(taken.length + 1);
    if (end === "\t") continue;
    rows.push(row);
    if (end === undefined) return rows;
    row = [];
  }
}
