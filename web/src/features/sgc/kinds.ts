import type { SgcKind, SgcStatus } from "@/api/sgc/sgc";

/** The files of a cohort, in the order in which they are asked for. */
export const kinds = [
  "cases_controls_male",
  "cases_controls_female",
  "cooccurrence_male",
  "cooccurrence_female",
  "cohort_description",
] as const satisfies readonly SgcKind[];

export function isKind(word: string): word is SgcKind {
  return (kinds as readonly string[]).includes(word);
}

export const statuses: SgcStatus[] = ["incomplete", "complete", "validated"];

export function isStatus(word: string): word is SgcStatus {
  return (statuses as string[]).includes(word);
}
