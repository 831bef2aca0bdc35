import { VisuallyHidden } from "@mantine/core";
import { SortButton } from "@/ui/table/SortButton";
import { sortState } from "@/ui/table/sort";
import { EffectiveTip } from "../EffectiveHeading";
import { sexes } from "../words";
import { nextTotalsSort, numbers, sortWord, totalsSort } from "./totals";
import classes from "./totals.module.css";

interface Props {
  /** As in the address. */
  sort: string | undefined;
  onSort: (sort: string | undefined) => void;
}

const groups = { male: "Males", female: "Females", both: "Both sexes" } as const;
const labels = { cases: "Cases", controls: "Controls", effective_n: "Effective N", cohorts: "Cohorts" } as const;

/** Two lines of headings: sexes, and below each its numbers. Each column sorts. */
export function TotalsHead({ sort, onSort }: Props) {
  function heading(word: string, label: string, group?: string) {
    const state = sortState(totalsSort(sort), word);
    return {
      state,
      button: (
        <SortButton state={state} onSort={() => onSort(nextTotalsSort(sort, word))}>
          {group && <VisuallyHidden component="span">{group}: </VisuallyHidden>}
          {label}
        </SortButton>
      ),
    };
  }
  const code = heading("code", "Phenotype");
  const description = heading("description", "description");
  return (
    <thead>
      <tr>
        <th
          scope="col"
          rowSpan={2}
          className={classes.code}
          aria-sort={code.state === "none" ? description.state : code.state}
        >
          {code.button}, {description.button}
        </th>
        {sexes.map((sex) => (
          <th key={sex} scope="colgroup" colSpan={numbers.length} className={classes.group}>
            {groups[sex]}
            {sex === "both" && <span className={classes.derived}> derived</span>}
          </th>
        ))}
      </tr>
      <tr>
        {sexes.flatMap((sex) =>
          numbers.map((name) => {
            const { state, button } = heading(sortWord(sex, name), labels[name], groups[sex]);
            return (
              <th
                key={sortWord(sex, name)}
                scope="col"
                className={classes.number}
                data-first={name === "cases"}
                aria-sort={state}
              >
                {name === "effective_n" ? <EffectiveTip>{button}</EffectiveTip> : button}
              </th>
            );
          }),
        )}
      </tr>
    </thead>
  );
}
