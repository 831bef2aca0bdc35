import { useMediaQuery } from "@mantine/hooks";
import { readStored, writeStored } from "@/lib/browser/stored";
import { type TableSearch, tableSearch } from "@/lib/list/table-search";
import { isSortedBy, type TableColumn } from "./column";

type Choice = Pick<TableSearch, "hide" | "with">;

/** Lists of two areas can have one name. */
const keyOf = (table: string) => `cohortium-columns${window.location.pathname}/${table}`;

/** The choice in the address, otherwise the last one in this browser. */
function choiceOf(table: string, { hide, with: also }: TableSearch): Choice {
  if (hide || also) return { hide, with: also };
  const kept = tableSearch.safeParse(readStored(keyOf(table)));
  return kept.success ? { hide: kept.data.hide, with: kept.data.with } : {};
}

/** Which columns a table shows: all but those hidden by choice, and on less than 1360 px those that need room. */
export function useColumns<Row>(
  table: string,
  columns: readonly TableColumn<Row>[],
  search: TableSearch,
  onSearch: (change: Partial<TableSearch>) => void,
) {
  const narrow = useMediaQuery("(max-width: 900px)", undefined, { getInitialValueInEffect: false }) ?? false;
  const tight = useMediaQuery("(max-width: 1359px)", undefined, { getInitialValueInEffect: false }) ?? false;
  const { hide = [], with: also = [] } = choiceOf(table, search);
  const isShown = (column: TableColumn<Row>): boolean => {
    if (column.role) return true;
    if (hide.includes(column.id)) return false;
    // A card shows the value that it is sorted by.
    return !(tight && column.wide) || also.includes(column.id) || (narrow && isSortedBy(column, search.sort));
  };

  function toggle(column: TableColumn<Row>): void {
    const without = (list: string[]) => list.filter((id) => id !== column.id);
    const next = isShown(column)
      ? { hide: [...without(hide), column.id], with: without(also) }
      : { hide: without(hide), with: column.wide ? [...without(also), column.id] : also };
    writeStored(keyOf(table), next);
    // An empty list is a choice as well: it overrules the last one.
    onSearch(next);
  }

  return {
    narrow,
    shown: columns.filter(isShown),
    /** Those that can be chosen, each with its state. */
    choices: columns.filter(({ role }) => !role).map((column) => ({ column, on: isShown(column) })),
    toggle,
  };
}
