import type { Cohort, CohortList, Sex, SgcKind, SgcStatus } from "@/api/sgc/sgc";
import { formatCount, plural } from "@/lib/format/format";
import type { StatusWord } from "@/lib/status";
import { kinds } from "./kinds";

/** A file whose rows the page knows. */
export type TableKind = Exclude<SgcKind, "cohort_description">;

export const kindWords: Record<SgcKind, string> = {
  cases_controls_male: "Cases, male",
  cases_controls_female: "Cases, female",
  cooccurrence_male: "Co-occurrence, male",
  cooccurrence_female: "Co-occurrence, female",
  cohort_description: "Description",
};

export const sexes = ["male", "female", "both"] as const satisfies readonly Sex[];
export const sexWords: Record<Sex, string> = { male: "males", female: "females", both: "both sexes" };

export const statusWords: Record<SgcStatus, StatusWord> = {
  incomplete: { tone: "warn", word: "Incomplete" },
  complete: { tone: "info", word: "Complete" },
  validated: { tone: "pass", word: "Validated" },
};

/** The status of a cohort whose findings are known: a complete one is ready only when none blocks it. */
export function cohortStatus({ status, findings }: Pick<Cohort, "status" | "findings">): StatusWord {
  if (status !== "complete") return statusWords[status];
  const blocking = blockingFindings(findings).length;
  return blocking > 0
    ? { tone: "warn", word: `${plural(blocking, "problem")} to correct` }
    : { tone: "info", word: "Ready to validate" };
}

/** The findings that keep a cohort from being validated. */
export function blockingFindings(findings: Cohort["findings"]): Cohort["findings"] {
  return findings.filter(({ severity }) => severity === "block");
}

/** The files that are not there. */
export function missingKinds(there: readonly SgcKind[]): SgcKind[] {
  return kinds.filter((kind) => !there.includes(kind));
}

/** "3 cohorts · 211,728 people · 1 validated, 1 complete, 1 incomplete". */
export function cohortsSentence({ cohorts, people, validated, complete, incomplete }: CohortList["summary"]): string {
  const parts: [number, string][] = [
    [validated, "validated"],
    [complete, "complete"],
    [incomplete, "incomplete"],
  ];
  const states = parts.filter(([n]) => n > 0).map(([n, word]) => `${formatCount(n)} ${word}`);
  return [plural(cohorts, "cohort"), plural(people, "person", "people"), states.join(", ")].filter(Boolean).join(" · ");
}

/** "211,728 people · 73,012 male, 138,716 female". */
export function sizeSentence(
  cohort: Pick<Cohort, "total_sample_size" | "number_of_males" | "number_of_females">,
): string {
  const { total_sample_size, number_of_males, number_of_females } = cohort;
  const sexes = `${formatCount(number_of_males)} male, ${formatCount(number_of_females)} female`;
  return `${plural(total_sample_size, "person", "people")} · ${sexes}`;
}

/** Pairs that have no number of both sexes, as one of them is missing: nothing when there are none. */
export function oneSexPairs(malesOnly: number, femalesOnly: number): string | undefined {
  const words = [
    malesOnly > 0 && `${plural(malesOnly, "pair")} of males only`,
    femalesOnly > 0 && `${plural(femalesOnly, "pair")} of females only`,
  ].filter(Boolean);
  return words.length > 0 ? `Not in it, as the other sex is missing: ${words.join(", ")}.` : undefined;
}
