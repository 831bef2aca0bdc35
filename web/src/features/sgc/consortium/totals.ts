/** What the totals page asks, shows, sorts and saves. Pure; no DOM. */
import { z } from "zod";
import type { Sex, SexTotal, Total, TotalCohort } from "@/api/sgc";
import { toCsv } from "@/lib/csv";
import { searchText } from "@/lib/table-search";
import { addCounts, type Count, compareCounts, isHidden } from "../count";

export const sexes = ["male", "female", "both"] as const satisfies readonly Sex[];
export const sexWords: Record<Sex, string> = { male: "males", female: "females", both: "both sexes" };

const flag = z.coerce
  .boolean()
  .transform((on) => on || undefined)
  .optional()
  .catch(undefined);

/** What the totals page keeps in the address. `behind` is the phenotype whose cohorts are shown. */
export const totalsSearch = z.object({
  view: z.enum(["top", "cooccurrence"]).optional().catch(undefined),
  sex: z.enum(["male", "female"]).optional().catch(undefined),
  q: searchText,
  sort: searchText,
  validated: flag,
  cases: flag,
  behind: searchText,
});

export type TotalsSearch = z.infer<typeof totalsSearch>;
export type OnTotalsSearch = (change: Partial<TotalsSearch>) => void;

export const numbers = ["cases", "controls", "cohorts"] as const;
export type NumberName = (typeof numbers)[number];

/** A column that holds numbers, by the word that sorts by it: "male_cases". */
export const sortWord = (sex: Sex, number: NumberName): string => `${sex}_${number}`;
export const defaultSort = sortWord("both", "cases");

const descending = `-${defaultSort}`;

type Compare = (a: Total, b: Total) => number;

const compares: Record<string, Compare> = {
  code: (a, b) => a.code.localeCompare(b.code),
  description: (a, b) => a.description.localeCompare(b.description),
};
for (const sex of sexes) {
  compares[sortWord(sex, "cases")] = (a, b) => compareCounts(a[sex].cases, b[sex].cases);
  compares[sortWord(sex, "controls")] = (a, b) => compareCounts(a[sex].controls, b[sex].controls);
  compares[sortWord(sex, "cohorts")] = (a, b) => a[sex].cohorts - b[sex].cohorts;
}

/** The sort that holds: the address's if it is known, else most cases first. */
export function totalsSort(sort: string | undefined): string {
  return sort !== undefined && sort.replace(/^-/, "") in compares ? sort : descending;
}

/** The next sort after a click: numbers from the largest, texts from the beginning; then the other way; then the default. */
export function nextTotalsSort(current: string | undefined, word: string): string | undefined {
  const first = word === "code" || word === "description" ? word : `-${word}`;
  const second = first === word ? `-${word}` : word;
  const now = totalsSort(current);
  if (now === first) return second;
  return now === second || first === descending ? undefined : first;
}

/** The rows that the search keeps, in its order. */
export function shownTotals(totals: readonly Total[], { q, sort, cases }: TotalsSearch): Total[] {
  const words = (q ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  const rows = totals.filter((total) => {
    const text = `${total.code} ${total.description}`.toLowerCase();
    return (!cases || total.both.cases.high > 0) && words.every((word) => text.includes(word));
  });
  const order = totalsSort(sort);
  const compare = compares[order.replace(/^-/, "")] as Compare;
  const sign = order.startsWith("-") ? -1 : 1;
  return rows.sort((a, b) => sign * compare(a, b) || a.code.localeCompare(b.code));
}

/** In how many cohorts a number is hidden. */
export function hiddenIn(total: SexTotal, number: NumberName): number {
  return { cases: total.cases_hidden, controls: total.controls_hidden, cohorts: 0 }[number];
}

/** Whether any number among the rows is hidden. */
export function anyHidden(totals: readonly Total[]): boolean {
  return totals.some((total) => sexes.some((sex) => isHidden(total[sex].cases) || isHidden(total[sex].controls)));
}

/** The rows as a table. A range is two columns: spreadsheets take "8–12" for a date. A third says how many cohorts hide it. */
export function totalsCsv(rows: readonly Total[]): string {
  const header = ["phenotype_code", "description", "retired"];
  for (const sex of sexes) {
    for (const name of [
      "cases_low",
      "cases_high",
      "cases_hidden",
      "controls_low",
      "controls_high",
      "controls_hidden",
      "cohorts",
    ]) {
      header.push(`${sex}_${name}`);
    }
  }
  return toCsv(
    header,
    rows.map((row) => [
      row.code,
      row.description,
      row.retired ? "yes" : "no",
      ...sexes.flatMap((sex) => {
        const { cases, cases_hidden, controls, controls_hidden, cohorts } = row[sex];
        return [cases.low, cases.high, cases_hidden, controls.low, controls.high, controls_hidden, cohorts].map(String);
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
  cases: Count;
  controls: Count;
}

/** The cohorts behind the total of a sex, most cases first; both sexes of a cohort are added up. */
export function behindOf(rows: readonly TotalCohort[], sex: Sex): Behind[] {
  const cohorts = new Map<string, Behind>();
  for (const row of rows) {
    if (row.sex === "both" || (sex !== "both" && row.sex !== sex)) continue;
    const { cohort_id: id, name, owner, validated, cases, controls } = row;
    const other = cohorts.get(id);
    cohorts.set(id, {
      id,
      name,
      owner,
      validated,
      cases: other ? addCounts(other.cases, cases) : cases,
      controls: other ? addCounts(other.controls, controls) : controls,
    });
  }
  return [...cohorts.values()].sort((a, b) => compareCounts(b.cases, a.cases) || a.name.localeCompare(b.name));
}
