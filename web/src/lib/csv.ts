const formula = /^[=+\-@\t\r]/;
const numeric = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;

/** One cell: quoted where needed, and harmless when a spreadsheet would read it as a formula. */
function cell(value: string): string {
  const begins = formula.test(value) || value.startsWith("\0");
  const safe = begins && !numeric.test(value) ? `'${value}` : value;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** RFC 4180 text of a table. */
export function toCsv(header: string[], rows: string[][]): string {
  return [header, ...rows]
    .map((row) => row.map(cell).join(","))
    .join("\r\n")
    .concat("\r\n");
}

/** Hands a text to the browser as a download. */
export function saveText(fileName: string, text: string, type = "text/csv;charset=utf-8"): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}
