import type { ReactElement, ReactNode } from "react";
import classes from "../data.module.css";
import type { RowSort } from "./rowSort";
import { SortButton } from "./SortButton";

interface NumberHeadProps<Row, By extends string> {
  sort: Pick<RowSort<Row, By>, "stateOf" | "turn">;
  by: NoInfer<By>;
  className?: string | undefined;
  /** In place of a button with the words of the heading. */
  button?: ReactElement | undefined;
  children?: ReactNode;
}

/** The head of a column of numbers, where a table is written out: it sorts the rows. */
export function NumberHead<Row, By extends string>({
  sort,
  by,
  className = "",
  button,
  children,
}: NumberHeadProps<Row, By>) {
  const state = sort.stateOf(by);
  return (
    <th scope="col" className={`${classes.number} ${className}`} aria-sort={state}>
      {button ?? (
        <SortButton state={state} onSort={() => sort.turn(by)}>
          {children}
        </SortButton>
      )}
    </th>
  );
}
