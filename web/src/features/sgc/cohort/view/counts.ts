import type { CohortCounts, CountRow, Sex } from "@/api/sgc/sgc";
import { isHidden, plainText } from "../../count";
import { sexes } from "../../words";

export const sexHeads: Record<Sex, string> = { male: "Male", female: "Female", both: "Both, derived" };

/** One phenotype with its numbers by sex; a sex without it has none. */
export interface PhenotypeRow {
  code: string;
  description: string;
  by: Partial<Record<Sex, CountRow>>;
}

/** The numbers of a cohort by phenotype, in order of their codes. */
export function phenotypeRows(counts: CohortCounts): PhenotypeRow[] {
  const rows = new Map<string, PhenotypeRow>();
  for (const sex of sexes) {
    for (const row of counts[sex]) {
      const known = rows.get(row.code) ?? { code: row.code, description: row.description, by: {} };
      known.by[sex] = row;
      rows.set(row.code, known);
    }
  }
  return [...rows.values()].sort((a, b) => (a.code < b.code ? -1 : 1));
}

/** Whether any number is hidden. */
export function anyHidden(counts: CohortCounts): boolean {
  const rows = sexes.flatMap((sex) => counts[sex]);
  return rows.some(({ cases, controls }) => isHidden(cases) || isHidden(controls));
}

/** Heading and lines of the table as a file. */
export function countsTable(rows: readonly PhenotypeRow[]): { header: string[]; lines: string[][] } {
  const header = ["phenotype", "description"];
  for (const sex of sexes) header.push(`${sex}_cases`, `${sex}_controls`, `${sex}_effective_n`);
  const lines = rows.map((row) => [
    row.code,
    row.description,
    ...sexes.flatMap((sex) => {
      const { cases, controls, effective_n } = row.by[sex] ?? {};
      return [plainText(cases), plainText(controls), plainText(effective_n)];
    }),
  ]);
  return { header, lines };
}
