import { Tooltip } from "@mantine/core";
import type { ReactElement } from "react";
import { NumberHead } from "@/ui/table/NumberHead";
import type { RowSort } from "@/ui/table/rowSort";
import { SortButton } from "@/ui/table/SortButton";
import { effectiveWords } from "./count";
import classes from "./effective.module.css";

/** Explains effective N to pointer and keyboard users. */
export function EffectiveTip({ children }: { children: ReactElement }) {
  return (
    <Tooltip label={effectiveWords} multiline maw={300} events={{ hover: true, focus: true, touch: true }}>
      {children}
    </Tooltip>
  );
}

/** The same, of a column that sorts the rows. */
export function EffectiveHead<Row, By extends string>({ sort, by }: { sort: RowSort<Row, By>; by: NoInfer<By> }) {
  return (
    <NumberHead
      sort={sort}
      by={by}
      button={
        <EffectiveTip>
          <SortButton state={sort.stateOf(by)} onSort={() => sort.turn(by)}>
            Effective N
          </SortButton>
        </EffectiveTip>
      }
    />
  );
}

/** The heading of a column of effective N. */
export function EffectiveHeading() {
  return (
    <EffectiveTip>
      <button type="button" className={classes.heading}>
        Effective N
      </button>
    </EffectiveTip>
  );
}
