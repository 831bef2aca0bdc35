/** How many people studies have together: of those that were used, and no sum where a part of it is not known. */
import type { MetaAnalysis } from "@/api/hermes/meta";
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

/** Below this share of the variants of the largest study, a study is not counted among those of a result. */
const fewShare = 0.01;

/**
 * The submissions of which at least one row is in the result, those of them that are counted, and the studies that are
 * not: of which no row is used, or less than 1 % of the variants of the largest.
 */
export function contributions({ inputs }: Pick<MetaAnalysis, "inputs">, { studies }: MetaSummary) {
  const fewest = fewShare * Math.max(0, ...studies.map(({ rows_used }) => rows_used));
  const unused: StudyCounts[] = studies.filter(({ rows_used }) => rows_used === 0);
  const few: StudyCounts[] = studies.filter(({ rows_used }) => rows_used > 0 && rows_used < fewest);
  const without = (left: StudyCounts[]) => {
    const names = new Set(left.map(({ name }) => name));
    return inputs.filter(({ dataset_name }) => !names.has(dataset_name));
  };
  return { used: without(unused), counted: without([...unused, ...few]), unused, few };
}
