import shared from "@/ui/data.module.css";
import { nextSort, sortState } from "@/ui/table/column";
import classes from "../meta.module.css";

interface Props {
  label: string;
  /** Its word in the address. */
  by: string;
  /** The column of the table as it begins. */
  usual: string;
  sort: string | undefined;
  numeric?: boolean;
  onSort: (sort: string | undefined) => void;
}

const arrows = { ascending: "↑", descending: "↓", none: "" } as const;

/** A heading that sorts its column: upwards, downwards, then as the table begins. */
export function SortHead({ label, by, usual, sort, numeric, onSort }: Props) {
  const state = sortState(sort ?? usual, by);
  return (
    <th scope="col" className={numeric ? shared.number : undefined} aria-sort={state}>
      <button type="button" className={classes.sort} onClick={() => onSort(nextSort(sort, by))}>
        {label} <span aria-hidden="true">{arrows[state]}</span>
      </button>
    </th>
  );
}
