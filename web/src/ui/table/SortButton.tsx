import type { ComponentProps } from "react";
import classes from "./SortButton.module.css";
import type { SortState } from "./sort";

const arrows = { ascending: "↑", descending: "↓", none: "" } as const;

interface Props extends ComponentProps<"button"> {
  state: SortState;
  onSort: () => void;
}

/** A heading that sorts its column: upwards, downwards, then as the table begins. Its cell has aria-sort. */
export function SortButton({ state, onSort, children, ...rest }: Props) {
  return (
    <button {...rest} type="button" className={classes.sort} onClick={onSort}>
      {children} <span aria-hidden="true">{arrows[state]}</span>
    </button>
  );
}
