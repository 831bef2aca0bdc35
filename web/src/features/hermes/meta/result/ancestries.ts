/** Results of single ancestries beside the combined one. */
import type { MetaAnalysis } from "@/api/hermes/meta";
import type { Estimate } from "@/ui/chart/forest";
import type { Locus, StudyCounts } from "../summary";

/** Which ancestry each study is of, and what people read for it. */
export interface AncestryNames {
  readonly of: ReadonlyMap<string, string>;
  readonly words: (code: string) => string;
}

export function ancestryNames(meta: MetaAnalysis, words: (code: string) => string): AncestryNames {
  return { of: new Map(meta.inputs.map((input) => [input.dataset_name, input.ancestry])), words };
}

/** The lines of a forest plot under a heading for each ancestry, with the combined effect of those of several studies. */
export function ancestryLines(
  locus: Locus,
  studies: readonly StudyCounts[],
  names: AncestryNames,
  lineOf: (study: StudyCounts) => Estimate,
): Estimate[] {
  const codes = [...new Set(studies.map((study) => names.of.get(study.name) ?? ""))].sort();
  return codes.flatMap((code) => {
    const heading = { name: names.words(code), beta: undefined, se: undefined, heading: true };
    const lines = studies.filter((study) => (names.of.get(study.name) ?? "") === code).map(lineOf);
    const all = locus.ancestries?.find((one) => one.name === code);
    return [heading, ...lines, ...(all && all.n_studies > 1 ? [subtotalOf(all, names.words(code))] : [])];
  });
}

type LocusAncestry = NonNullable<Locus["ancestries"]>[number];

const subtotalOf = (one: LocusAncestry, word: string): Estimate => ({
  name: `${word}, ${one.n_studies} studies`,
  beta: one.beta ?? undefined,
  se: one.standard_error ?? undefined,
  negLog10P: one.neg_log_10_p_value ?? undefined,
  people: one.n ?? undefined,
  subtotal: true,
});

/** The ancestries in loci, sorted by code. */
export function ancestriesOf(loci: readonly Locus[]): string[] {
  return [...new Set(loci.flatMap((locus) => locus.ancestries?.map((one) => one.name) ?? []))].sort();
}
