import { Select } from "@mantine/core";
import type { FreezePlan, FreezeScope } from "@/api/hermes/freezes";
import { useNames } from "../../dashboard/useNames";
import classes from "../freeze.module.css";
import { sexWords } from "../words";

/** Only for one phenotype, ancestry or sex; all of them where nothing is chosen. */
export function ScopeFields({ scope, onScope }: { scope: FreezeScope; onScope: (scope: FreezeScope) => void }) {
  const names = useNames();
  const listed = (map: ReadonlyMap<string, string>) => [...map].map(([value, label]) => ({ value, label }));
  return (
    <div className={classes.pair}>
      <Select
        label="Phenotype"
        placeholder="All"
        data={listed(names.phenotype)}
        value={scope.phenotype ?? null}
        onChange={(phenotype) => onScope({ ...scope, phenotype: phenotype ?? undefined })}
        clearable
        searchable
      />
      <Select
        label="Ancestry"
        placeholder="All"
        data={listed(names.ancestry)}
        value={scope.ancestry ?? null}
        onChange={(ancestry) => onScope({ ...scope, ancestry: ancestry ?? undefined })}
        clearable
        searchable
      />
      <Select
        label="Sex"
        placeholder="All"
        data={Object.entries(sexWords).map(([value, label]) => ({ value, label }))}
        value={scope.sex ?? null}
        onChange={(sex) => onScope({ ...scope, sex: (sex ?? undefined) as FreezeScope["sex"] })}
        clearable
      />
    </div>
  );
}

/** Where a rule or an exclusion applies: "Heart failure, European"; empty for everywhere. */
export function useScopeWords(): (scope: FreezeScope) => string {
  const { phenotype, ancestry } = useNames();
  return (scope) =>
    [
      scope.phenotype && (phenotype.get(scope.phenotype) ?? scope.phenotype),
      scope.ancestry &&
        (scope.ancestry === "all" ? "All ancestries" : (ancestry.get(scope.ancestry) ?? scope.ancestry)),
      scope.sex && (sexWords[scope.sex] ?? scope.sex),
    ]
      .filter(Boolean)
      .join(", ");
}

/** The cohorts of a plan, by name. */
export const cohortsOf = (plan: FreezePlan | undefined): string[] =>
  [...new Set(plan?.studies.map(({ cohort }) => cohort))].toSorted();
