import shared from "@/ui/data.module.css";
import { SortButton } from "@/ui/table/SortButton";
import { nextSort, sortState } from "@/ui/table/sort";

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

/** A heading that sorts its column: upwards, downwards, then as the table begins. */
export function SortHead({ label, by, usual, sort, numeric, onSort }: Props) {
  const state = sortState(sort ?? usual, by);
  return (
    <th scope="col" className={numeric ? shared.number : undefined} aria-sort={state}>
      <SortButton state={state} onSort={() => onSort(nextSort(sort, by))}>
        {label}
      </SortButton>
    </th>
  );
}
