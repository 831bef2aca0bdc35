import type { Covered } from "@/api/hermes/dashboard";
import type { Split } from "./search";

/** What a cell of the coverage counts. */
export interface Count {
  accepted: number;
  onTheWay: number;
  effectiveN: number;
}

/** A row of the coverage: a phenotype, or one sex or cohort of it. */
export interface CoverageRow {
  phenotype: string;
  /** The sex or cohort; undefined for the whole phenotype. */
  part?: string;
  cells: ReadonlyMap<string, Count>;
  total: Count;
}

export interface Coverage {
  ancestries: readonly string[];
  rows: readonly CoverageRow[];
}

const nothing: Count = { accepted: 0, onTheWay: 0, effectiveN: 0 };

const plus = (a: Count, b: Covered): Count => ({
  accepted: a.accepted + b.accepted,
  onTheWay: a.onTheWay + b.on_the_way,
  effectiveN: a.effectiveN + b.effective_n,
});

/** The matrix: phenotypes in the order of the consortium, then others; ancestries by the files that they have. */
export function coverageOf(
  covered: readonly Covered[],
  phenotypes: readonly string[],
  by: Split | undefined,
): Coverage {
  const used = [...new Set([...phenotypes, ...covered.map(({ phenotype }) => phenotype)])];
  const rows = used.flatMap((phenotype) => {
    const own = covered.filter((one) => one.phenotype === phenotype);
    const parts = by ? [...new Set(own.map((one) => one[by]))].sort((a, b) => a.localeCompare(b)) : [];
    return [
      rowOf(phenotype, own),
      ...parts.map((part) => ({
        ...rowOf(
          phenotype,
          own.filter((one) => by && one[by] === part),
        ),
        part,
      })),
    ];
  });
  return { ancestries: ancestriesOf(covered), rows };
}

function rowOf(phenotype: string, covered: readonly Covered[]): CoverageRow {
  const cells = new Map<string, Count>();
  for (const one of covered) cells.set(one.ancestry, plus(cells.get(one.ancestry) ?? nothing, one));
  return { phenotype, cells, total: covered.reduce(plus, nothing) };
}

function ancestriesOf(covered: readonly Covered[]): string[] {
  const files = new Map<string, number>();
  for (const { ancestry, accepted, on_the_way } of covered) {
    files.set(ancestry, (files.get(ancestry) ?? 0) + accepted + on_the_way);
  }
  return [...files].sort(([a, n], [b, m]) => m - n || a.localeCompare(b)).map(([ancestry]) => ancestry);
}
