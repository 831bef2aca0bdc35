import { own } from "@/lib/own";
/** The rows that pass as a file: values as they are, not as cells show them. */

import type { Cell } from "@/lib/engine/engine";
import { numberCell, saveParts, toCsv, toTsv } from "@/lib/text/csv";
import { fileNameOf } from "../chart/saveFile";
import type { PageProps } from "./page";
import { shownColumns, tableQuestion } from "./tableColumns";

export type ExportKind = "csv" | "tsv" | "jsonl";

const step = 65_536;

const types: Record<ExportKind, string> = {
  csv: "text/csv;charset=utf-8",
  tsv: "text/tab-separated-values;charset=utf-8",
  jsonl: "application/x-ndjson;charset=utf-8",
};

const words = (cell: Cell | undefined): string => {
  if (cell == null) return "";
  if (typeof cell === "number") return numberCell(cell);
  return Array.isArray(cell) ? cell.join(",") : String(cell);
};

/** A value of a line of JSON: numbers without the noise of arithmetic, as in the other kinds. */
function plain(cell: Cell | undefined): Cell {
  if (typeof cell !== "number") return cell ?? null;
  return Number.isFinite(cell) ? Number(numberCell(cell)) : null;
}

/** Text of some rows, with a line of headings where they are the first. */
function rowsText(
  kind: ExportKind,
  titles: readonly string[],
  rows: readonly (readonly Cell[])[],
  first: boolean,
): string {
  if (kind === "jsonl") {
    const line = (cells: readonly Cell[]) =>
      JSON.stringify(Object.fromEntries(titles.map((title, i) => [title, plain(cells[i])])));
    return rows.map((cells) => `${line(cells)}\n`).join("");
  }
  const write = kind === "csv" ? toCsv : toTsv;
  const lines = rows.map((cells) => titles.map((_, i) => words(cells[i])));
  const [heading = [], ...rest] = first ? [[...titles], ...lines] : lines;
  return heading.length > 0 ? write(heading, rest) : "";
}

/** Reads every row that passes, part by part, and hands the file to the browser. */
export async function exportRows(
  { document, engine, state }: PageProps,
  titles: ReadonlyMap<string, string>,
  kind: ExportKind,
  onDone: (rows: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const columns = shownColumns(document, state, titles);
  const question = tableQuestion(document, state, columns);
  const names = columns.map((id) => titles.get(id) ?? id);
  const parts: string[] = [];
  for (let from = 0; ; from += step) {
    const answer = await engine.rows({ ...question, from, to: from + step }, signal);
    const { header, rows } = flat(names, columns, answer);
    parts.push(rowsText(kind, header, rows, from === 0));
    onDone(Math.min(answer.total, from + step));
    if (from + step >= answer.total) break;
  }
  saveParts(fileNameOf(document.title || "page", kind), parts, types[kind]);
}

/** With a comparison a column for each group. */
function flat(
  names: readonly string[],
  columns: readonly string[],
  { rows, groups = [] }: Awaited<ReturnType<PageProps["engine"]["rows"]>>,
): { header: string[]; rows: Cell[][] } {
  const compared = new Set(Object.keys(rows[0]?.compared ?? {}));
  const header = names.flatMap((name, i) =>
    compared.has(columns[i] as string) ? groups.map((group) => `${name} (${group})`) : [name],
  );
  const lines = rows.map((row) =>
    columns.flatMap((id, i): Cell[] =>
      compared.has(id) ? groups.map((_, g) => own(row.compared, id)?.[g] ?? null) : [row.cells[i] ?? null],
    ),
  );
  return { header, rows: lines };
}
