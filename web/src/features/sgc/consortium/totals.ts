/** What the totals page asks, shows, sorts and saves. Pure; no DOM. */
import type { Sex, SexTotal, Total, TotalCohort } from "@/api/sgc/sgc";
import { formatCount } from "@/lib/format/format";
import { type Compare, inOrder, matching } from "@/lib/list/list-page";
import { blank } from "@/lib/own";
import { toCsv } from "@/lib/text/csv";
import { type Count, compareCounts, isHidden } from "../count";
import { sexes } from "../words";
import type { TotalsSearch } from "./search";

export type OnTotalsSearch = (change: Partial<TotalsSearch>) => void;

export const numbers = ["cases", "controls", "effective_n", "cohorts"] as const;
export type NumberName = (typeof numbers)[number];

/** A column that holds numbers, by the word that sorts by it: "male_cases". */
export const sortWord = (sex: Sex, number: NumberName): string => `${sex}_${number}`;
export const defaultSort = sortWord("both", "cases");

const descending = `-${defaultSort}`;

const byCode: Compare<Total> = (a, b) => a.code.localeCompare(b.code);

const compares = blank<Compare<Total>>({
  code: byCode,
  description: (a, b) => a.description.localeCompare(b.description),
});
for (const sex of sexes) {
  compares[sortWord(sex, "cases")] = (a, b) => compareCounts(a[sex].cases, b[sex].cases);
  compares[sortWord(sex, "controls")] = (a, b) => compareCounts(a[sex].controls, b[sex].controls);
  compares[sortWord(sex, "effective_n")] = (a, b) => compareCounts(a[sex].effective_n, b[sex].effective_n);
  compares[sortWord(sex, "cohorts")] = (a, b) => a[sex].cohorts - b[sex].cohorts;
}

/** The sort that holds: the address's if it is known, else most cases first. */
export function totalsSort(sort: string | undefined): string {
  return sort !== undefined && Object.hasOwn(compares, sort.replace(/^-/, "")) ? sort : descending;
}

/** The next sort after a click: numbers from the largest, texts from the beginning; then the other way; then the default. */
export function nextTotalsSort(current: string | undefined, word: string): string | undefined {
  const first = word === "code" || word === "description" ? word : `-${word}`;
  const second = first === word ? `-${word}` : word;
  const now = totalsSort(current);
  if (now === first) return second;
  return now === second || first === descending ? undefined : first;
}

/** Whether some cohort has, or may have, a case of either sex. */
export const hasCases = ({ male, female }: Total): boolean => male.cases.high > 0 || female.cases.high > 0;

/** Why both sexes have no number: "2 with males only"; nothing if each counts both. */
export function oneSexWords({ male, female, both }: Total): string | undefined {
  const [males, females] = [male.cohorts - both.cohorts, female.cohorts - both.cohorts];
  if (both.cohorts === 0 && males > 0 && females > 0) return "no cohort has both";
  const words = [
    males > 0 && `${formatCount(males)} with males only`,
    females > 0 && `${formatCount(females)} with females only`,
  ];
  return words.filter(Boolean).join(", ") || undefined;
}

/** The rows that the search keeps, in its order. */
export function shownTotals(totals: readonly Total[], { q, sort, cases }: TotalsSearch): Total[] {
  const kept = cases ? totals.filter(hasCases) : totals;
  const found = matching(kept, q, ({ code, description }) => `${code} ${description}`);
  return inOrder(found, totalsSort(sort), compares, byCode);
}

/** In how many cohorts a number is hidden. */
export function hiddenIn(total: SexTotal, number: NumberName): number {
  return { cases: total.cases_hidden, controls: total.controls_hidden, effective_n: 0, cohorts: 0 }[number];
}

/** Whether any number among the rows is hidden. */
export function anyHidden(totals: readonly Total[]): boolean {
  return totals.some((total) => sexes.some((sex) => isHidden(total[sex].cases) || isHidden(total[sex].controls)));
}

/**
 * The rows as a table. A range has two columns, because spreadsheets read "8–12" as a date. A third
 * column counts the cohorts that hide it.
 */
export function totalsCsv(rows: readonly Total[]): string {
  const counted = ["cases", "controls"].flatMap((name) => [`${name}_low`, `${name}_high`, `${name}_hidden`]);
  const columns = [...counted, "effective_n_low", "effective_n_high", "cohorts"];
  const header = ["phenotype_code", "description", "retired"];
  header.push(...sexes.flatMap((sex) => columns.map((name) => `${sex}_${name}`)));
  return toCsv(
    header,
    rows.map((row) => [
      row.code,
      row.description,
      row.retired ? "yes" : "no",
      ...sexes.flatMap((sex) => {
        const { cases, cases_hidden, controls, controls_hidden, effective_n, cohorts } = row[sex];
        return [
          ...[cases.low, cases.high, cases_hidden, controls.low, controls.high, controls_hidden],
          ...[effective_n.low, effective_n.high, cohorts],
        ].map(String);
      }),
    ]),
  );
}

/** The rows for programs, with what they count. */
export function totalsJson(rows: readonly Total[], validatedOnly: boolean): string {
  return `${JSON.stringify({ validated_only: validatedOnly, phenotypes: rows }, null, 2)}\n`;
}

/** A cohort behind a total. */
export interface Behind {
  id: string;
  name: string;
  owner: string;
  validated: boolean;
  /** Absent where both sexes are asked for and the cohort counts one of them. */
  counts?: Pick<TotalCohort, "cases" | "controls" | "effective_n">;
  /** That one. */
  only?: "male" | "female";
}

const casesOf = ({ counts }: Behind): Count => counts?.cases ?? { low: -1, high: -1 };

/**
 * The cohorts in the total of a sex, most cases first; for both, those that count one sex are last.
 */
export function behindOf(rows: readonly TotalCohort[], sex: Sex): Behind[] {
  const cohorts = new Map<string, Behind>();
  for (const row of rows) {
    const { cohort_id: id, name, owner, validated } = row;
    if (row.sex === sex) cohorts.set(id, { id, name, owner, validated, counts: row });
    else if (sex === "both" && row.sex !== "both" && !cohorts.has(id)) {
      cohorts.set(id, { id, name, owner, validated, only: row.sex });
    }
  }
  return [...cohorts.values()].sort((a, b) => compareCounts(casesOf(b), casesOf(a)) || a.name.localeCompare(b.name));
}
