import { VisuallyHidden } from "@mantine/core";
import type { ComponentPropsWithRef } from "react";
import type { SortState } from "@/ui/table/column";
import { sortState } from "@/ui/table/column";
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
const arrows: Record<SortState, string> = { ascending: "↑", descending: "↓", none: "" };

/** Two lines of headings: sexes, and below each its numbers. Each column sorts. */
export function TotalsHead({ sort, onSort }: Props) {
  function heading(word: string, label: string, group?: string) {
    const state = sortState(totalsSort(sort), word);
    return {
      state,
      button: <SortButton {...{ state, label, group }} onClick={() => onSort(nextTotalsSort(sort, word))} />,
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

interface SortButtonProps extends ComponentPropsWithRef<"button"> {
  label: string;
  /** Read out before the label, where the label alone is not enough. */
  group?: string | undefined;
  state: SortState;
}

function SortButton({ label, group, state, ...button }: SortButtonProps) {
  return (
    // A tooltip passes a class that must not be used.
    <button type="button" {...button} className={classes.sort}>
      {group && <VisuallyHidden component="span">{group}: </VisuallyHidden>}
      {label} <span aria-hidden="true">{arrows[state]}</span>
    </button>
  );
}
