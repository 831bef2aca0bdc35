import type { FileCheck, Finding } from "@/api/sgc/sgc";
import { plural } from "@/lib/format/format";
import { own } from "@/lib/own";
import type { Grid, Replacement } from "./grid";

/** A finding and the cell it is about. */
export interface Found extends Finding {
  /** Id of the row, where the finding names a line that is in the table. */
  rowId?: number;
  /** Column of the table, from 0. */
  at?: number;
}

/** Assigns findings to their cells; `lines` maps the checked lines to rows. */
export function locate(
  findings: readonly Finding[],
  header: readonly string[],
  lines: ReadonlyMap<number, number>,
): Found[] {
  const columns = new Map(header.map((name, at) => [name, at]));
  return findings.map((finding) => ({
    ...finding,
    rowId: finding.line === undefined ? undefined : lines.get(finding.line),
    at: finding.column === undefined ? undefined : columns.get(finding.column),
  }));
}

export type Severity = Finding["severity"];

const order: Record<Severity, number> = { block: 0, warn: 1, info: 2 };

/** Findings of one rule. */
export interface CodeGroup {
  code: string;
  severity: Severity;
  found: Found[];
  /** All that the server counted; it lists at most a thousand. */
  total: number;
}

/** Findings by rule: what blocks first, then by how often. */
export function groupByCode(found: readonly Found[], byCode: Readonly<Record<string, number>>): CodeGroup[] {
  const groups = new Map<string, CodeGroup>();
  for (const one of found) {
    const group = groups.get(one.code) ?? { code: one.code, severity: one.severity, found: [], total: 0 };
    group.found.push(one);
    group.total = Math.max(own(byCode, one.code) ?? 0, group.found.length);
    groups.set(one.code, group);
  }
  return [...groups.values()].sort((a, b) => order[a.severity] - order[b.severity] || b.total - a.total);
}

/** The replacements that findings suggest. */
export function suggestionsOf(found: readonly Found[]): Replacement[] {
  return found.flatMap(({ at, value, suggestion }) =>
    at !== undefined && value !== undefined && suggestion ? [{ column: at, value, by: suggestion }] : [],
  );
}

/** The problem of a cell; the most severe if there are several. */
export type Marks = ReadonlyMap<number, ReadonlyMap<number, Found>>;

/** Findings by row id and column. */
export function marksOf(found: readonly Found[]): Marks {
  const marks = new Map<number, Map<number, Found>>();
  for (const one of found) {
    if (one.rowId === undefined || one.at === undefined) continue;
    const row = marks.get(one.rowId) ?? new Map<number, Found>();
    const before = row.get(one.at);
    if (!before || order[one.severity] < order[before.severity]) row.set(one.at, one);
    marks.set(one.rowId, row);
  }
  return marks;
}

const titles: Readonly<Record<string, string>> = {
  phenotype_empty: "No phenotype",
  phenotype_unknown: "Not a phenotype of the consortium",
  phenotype_retired: "Retired phenotype",
  phenotype_twice: "Phenotype twice",
  count_invalid: "Not a number of people",
  total_above: "More people than the cohort has",
  total_below: "Fewer people than the cohort has",
  breakdown_format: "Breakdown cannot be read",
  breakdown_number: "Number in the breakdown",
  breakdown_above: "Breakdown above the cases",
  breakdown_below: "Breakdown below the cases",
  pair_self: "Paired with itself",
  pair_twice: "Pair twice",
  pair_above_cohort: "More people than the cohort has",
  pair_above_cases: "More people than cases",
  pair_without_cases: "Pair without cases",
  column_unmapped: "Column not chosen",
  column_missing: "Column missing",
  column_twice: "Column chosen twice",
  sizes: "Sizes of the cohort",
  sizes_below: "Sizes of the cohort",
  task_open: "Not available yet",
};

/** What a rule is about. */
export function codeTitle(code: string): string {
  const words = code.replaceAll("_", " ");
  return own(titles, code) ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** The message without the line, which is shown next to it. */
export function sentenceOf({ message }: Finding): string {
  const text = message.replace(/^Line \d+: /, "");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** "106 rows · 2 problems, 5 warnings". */
export function verdictWords({ report, rows }: FileCheck): string {
  const parts = [];
  if (report.blocking > 0) parts.push(`${plural(report.blocking, "problem")}`);
  if (report.warnings > 0) parts.push(`${plural(report.warnings, "warning")}`);
  const found = parts.length > 0 ? parts.join(", ") : "no problems";
  return `${plural(rows, "row")} · ${found}`;
}

/** The name of a row's line for people; rows that were not checked yet have none. */
export function lineNames(grid: Grid, lines: ReadonlyMap<number, number>): ReadonlyMap<number, number> {
  const known = new Set(grid.rows.map((row) => row.id));
  return new Map([...lines].filter(([, id]) => known.has(id)).map(([line, id]) => [id, line]));
}
