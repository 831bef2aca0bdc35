import type { DatasetBatchPreview, DatasetSheetRow } from "@/api/datasets/datasets";
import { formatCount, plural } from "@/lib/format/format";
import type { StatusWord } from "@/lib/status";
import type { Sheet } from "./sheet";

export type PreviewCell = DatasetSheetRow["cells"][number];

export const actionWords: Record<DatasetSheetRow["action"], StatusWord> = {
  create: { tone: "pass", word: "Create" },
  change: { tone: "info", word: "Change" },
  unchanged: { tone: "neutral", word: "Unchanged" },
  refused: { tone: "fail", word: "Problem" },
};

/** The same problem with the same value of a column, in any line. */
export interface ProblemGroup {
  key: string;
  /** "" when it is about the row as a whole. */
  column: string;
  value: string;
  problem: string;
  /** What to put there instead; undefined when nothing is near. */
  meant: string | undefined;
  lines: number[];
}

export function problemsOf(rows: readonly DatasetSheetRow[]): ProblemGroup[] {
  const groups = new Map<string, ProblemGroup>();
  for (const { line, cells } of rows) {
    for (const { column, value, problem, meant } of cells) {
      if (problem === undefined || problem === "") continue;
      const key = JSON.stringify([column, value, problem]);
      const group = groups.get(key) ?? { key, column, value, problem, meant, lines: [] };
      group.lines.push(line);
      groups.set(key, group);
    }
  }
  return [...groups.values()];
}

function hasProblem({ action, cells }: DatasetSheetRow): boolean {
  return action === "refused" || cells.some((cell) => cell.problem);
}

export type Shown = "all" | "problems" | "create" | "change" | "unchanged";

/** The rows of one kind; those with problems first, otherwise as in the sheet. */
export function rowsOf(rows: readonly DatasetSheetRow[], shown: Shown): DatasetSheetRow[] {
  const sorted = rows.toSorted((a, b) => Number(hasProblem(b)) - Number(hasProblem(a)) || a.line - b.line);
  if (shown === "all") return sorted;
  return sorted.filter((row) => (shown === "problems" ? hasProblem(row) : row.action === shown));
}

/** The columns of the table: those of the sheet, then those that it lacks and that have something to say. */
export function columnsOf({ columns, rows }: DatasetBatchPreview): string[] {
  const told = rows.flatMap(({ cells }) => cells.map((cell) => cell.column));
  return [...new Set([...columns, ...told])].filter((column) => column !== "");
}

const bare = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");

/**
 * The 0-based positions in the sheet of the columns that the server recognised. Undefined if the
 * page reads the header differently from the server (it is below comments, or its words are
 * separated by spaces): then cells cannot be changed in place.
 */
export function placesOf(
  sheet: Sheet,
  { columns, unknown_columns: unknown }: DatasetBatchPreview,
): ReadonlyMap<string, number> | undefined {
  const left = unknown.map(bare);
  const known: number[] = [];
  sheet.records[0]?.cells.forEach(({ value }, at) => {
    // The server calls a column without a name by its number.
    const found = left.indexOf(bare(value === "" ? `column ${at + 1}` : value));
    if (found >= 0) left.splice(found, 1);
    else if (value !== "") known.push(at);
  });
  if (known.length !== columns.length || left.length > 0) return undefined;
  return new Map(columns.map((column, at) => [column, known[at] ?? 0]));
}

/** "Lines 3, 5 and 8", "Lines 3, 5 and 40 more". */
export function lineWords(lines: readonly number[]): string {
  const most = 6;
  const [first = 0] = lines;
  if (lines.length === 1) return `Line ${formatCount(first)}`;
  const listed = lines.length > most ? lines.slice(0, most - 1) : lines.slice(0, -1);
  const rest = lines.length > most ? `${formatCount(lines.length - listed.length)} more` : formatCount(lines.at(-1));
  return `Lines ${listed.map(formatCount).join(", ")} and ${rest}`;
}

/** The whole preview in a sentence. */
export function sentenceOf({ creates, changes, unchanged, problems }: DatasetBatchPreview): string {
  const parts = [
    `${formatCount(creates)} to create`,
    `${formatCount(changes)} to change`,
    `${formatCount(unchanged)} unchanged`,
    problems === 0 ? "no problems" : plural(problems, "problem"),
  ];
  return parts.join(", ");
}

/** The value of a row's cell, "" if the sheet has none. */
export function textOf({ cells }: DatasetSheetRow, column: string): string {
  return cells.find((cell) => cell.column === column)?.value ?? "";
}
