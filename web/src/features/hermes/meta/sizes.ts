/** How many people studies have together: of those that were used, and no sum where a part of it is not known. */
import type { MetaAnalysis } from "@/api/meta";
import type { MetaSummary, StudyCounts } from "./summary";

interface Sized {
  readonly n_total: number;
  readonly cases?: number | null;
  readonly controls?: number | null;
}

export interface Sizes {
  people: number;
  /** Of the studies that state them. */
  cases: number;
  controls: number;
  /** How many studies state cases and controls. */
  counted: number;
}

export function sizesOf(studies: readonly Sized[]): Sizes {
  const counted = studies.filter((study) => study.cases != null && study.controls != null);
  const sum = (of: readonly Sized[], count: (study: Sized) => number) => of.reduce((all, one) => all + count(one), 0);
  return {
    people: sum(studies, (study) => study.n_total),
    cases: sum(counted, (study) => study.cases ?? 0),
    controls: sum(counted, (study) => study.controls ?? 0),
    counted: counted.length,
  };
}

/** The data sets of which at least one row is in the result, and the studies of which none is. */
export function contributions({ inputs }: Pick<MetaAnalysis, "inputs">, { studies }: MetaSummary) {
  const unused: StudyCounts[] = studies.filter((study) => study.rows_used === 0);
  const without = new Set(unused.map((study) => study.name));
  return { used: inputs.filter((input) => !without.has(input.dataset_name)), unused };
}
