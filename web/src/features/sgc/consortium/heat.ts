/** Arranges co-occurrences as a square of phenotypes, with the text of each cell. Pure; no DOM. */
import type { Schemas } from "@/api/client";
import { formatCount, plural } from "@/lib/format/format";
import type { Facts } from "@/ui/chart/model";
import type { Twin } from "@/ui/chart/TwinTable";
import { compareCounts, countText, countWords, isHidden } from "../count";

export type Pair = Schemas["SgcPair"];

/** How the phenotypes are arranged: by code, or those with the most people first. */
export type HeatOrder = "code" | "people";

/** A square of phenotypes; the cell (row, column) is the cell (column, row). */
export interface Heat {
  readonly codes: readonly string[];
  /** The pair of a cell; undefined where no number was given, and on the diagonal. */
  at(row: number, column: number): Pair | undefined;
  /** Smallest number of people of each step of the colour scale. */
  readonly steps: readonly number[];
}

const scales = [
  { below: 100, steps: [1, 5, 10, 25, 50] },
  { below: 1000, steps: [1, 10, 30, 100, 300] },
  { below: Number.POSITIVE_INFINITY, steps: [1, 10, 100, 1000, 10_000] },
];

/** Steps of the colour scale for numbers up to `most`. */
export function stepsFor(most: number): number[] {
  const scale = scales.find(({ below }) => most < below);
  return (scale?.steps ?? []).filter((step) => step <= most);
}

/** The colour step of a number of people; −1 for 0. */
export function stepOf(steps: readonly number[], people: number): number {
  return steps.findLastIndex((step) => people >= step);
}

/** Whether a hidden part affects the colour: the number may be on a higher step, or may be 0. */
export function isUncertain(steps: readonly number[], { low, high }: Pair["n"]): boolean {
  return low !== high && (low === 0 || stepOf(steps, low) !== stepOf(steps, high));
}

/** "5–9" for a step, "50 or more" for the last one. */
export function stepWords(steps: readonly number[], step: number): string {
  const next = steps[step + 1];
  const first = formatCount(steps[step]);
  if (next === undefined) return `${first} or more`;
  return next - 1 === steps[step] ? first : `${first}–${formatCount(next - 1)}`;
}

export function heatOf(pairs: readonly Pair[], order: HeatOrder): Heat {
  const people = new Map<string, number>();
  for (const { a, b, n } of pairs) {
    for (const code of [a, b]) people.set(code, (people.get(code) ?? 0) + n.low);
  }
  const codes = [...people.keys()].sort((a, b) => a.localeCompare(b, "en"));
  if (order === "people") codes.sort((a, b) => (people.get(b) ?? 0) - (people.get(a) ?? 0));
  const place = new Map(codes.map((code, i) => [code, i]));
  const cells = new Map<number, Pair>();
  for (const pair of pairs) {
    const i = place.get(pair.a) as number;
    const j = place.get(pair.b) as number;
    cells.set(i * codes.length + j, pair);
    cells.set(j * codes.length + i, pair);
  }
  return {
    codes,
    at: (row, column) => cells.get(row * codes.length + column),
    steps: stepsFor(pairs.reduce((most, { n }) => Math.max(most, n.low), 0)),
  };
}

/** In how many of its cohorts a pair is hidden. */
const hiddenWords = ({ hidden, cohorts }: Pair) => `${formatCount(hidden)} of ${plural(cohorts ?? 0, "cohort")}`;

const peopleWord = (pair: Pair) => (pair.n.low === 1 && !isHidden(pair.n) ? "person" : "people");

/** A cell in words: "PSOR and ZOSTER: 13 people (males)". */
export function cellWords(heat: Heat, row: number, column: number, label: string): string {
  const a = heat.codes[row] ?? "";
  const b = heat.codes[column] ?? "";
  if (row === column) return `${a} with itself is not counted`;
  const pair = heat.at(row, column);
  if (!pair) return `${a} and ${b}: no number was given (${label})`;
  const hidden = isHidden(pair.n) ? `, hidden${pair.hidden === undefined ? "" : ` in ${hiddenWords(pair)}`}` : "";
  return `${a} and ${b}: ${countWords(pair.n)} ${peopleWord(pair)}${hidden} (${label})`;
}

/** The same beside the pointer. */
export function cellFacts(heat: Heat, row: number, column: number, label: string): Facts {
  const title = `${heat.codes[row]} and ${heat.codes[column]}`;
  if (row === column) return { title: heat.codes[row] ?? "", facts: [["With itself", "not counted"]] };
  const pair = heat.at(row, column);
  if (!pair) return { title, facts: [[`People, ${label}`, "not given"]] };
  const people = isHidden(pair.n) ? `${countText(pair.n)} (hidden)` : countText(pair.n);
  const cohorts: Facts["facts"] = pair.cohorts === undefined ? [] : [["Cohorts", formatCount(pair.cohorts)]];
  const hidden: Facts["facts"] = pair.hidden ? [["Of which hidden", formatCount(pair.hidden)]] : [];
  return { title, facts: [[`People, ${label}`, people], ...cohorts, ...hidden] };
}

/** The whole in one sentence. */
export function heatSummary(heat: Heat, pairs: readonly Pair[]): string {
  const hidden = pairs.filter(({ n }) => isHidden(n)).length;
  const most = pairs.reduce<Pair | undefined>((top, pair) => (pair.n.low > (top?.n.low ?? 0) ? pair : top), undefined);
  const top = most ? ` Most people: ${most.a} and ${most.b}, ${countWords(most.n)}.` : "";
  return `${plural(pairs.length, "pair")} of ${plural(heat.codes.length, "phenotype")}, ${formatCount(hidden)} with hidden numbers.${top}`;
}

/** The pairs, those with the most people first. */
export function byPeople(pairs: readonly Pair[]): Pair[] {
  return [...pairs].sort((a, b) => compareCounts(b.n, a.n) || `${a.a} ${a.b}`.localeCompare(`${b.a} ${b.b}`));
}

/** The same as a table. */
export function heatTwin(pairs: readonly Pair[], title: string): Twin {
  const cohorts = pairs.some((pair) => pair.cohorts !== undefined);
  const sorted = byPeople(pairs);
  return {
    caption: title,
    columns: [
      { name: "Phenotype", kind: "mono" },
      { name: "And phenotype", kind: "mono" },
      { name: "People", kind: "number" },
      ...(cohorts
        ? [
            { name: "Cohorts", kind: "number" as const },
            { name: "Of which hidden", kind: "number" as const },
          ]
        : []),
    ],
    rows: sorted.map((pair) => [
      pair.a,
      pair.b,
      countText(pair.n),
      ...(cohorts ? [formatCount(pair.cohorts), formatCount(pair.hidden)] : []),
    ]),
  };
}
