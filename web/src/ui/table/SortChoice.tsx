import { NativeSelect } from "@mantine/core";
import type { TableColumn } from "./column";
import classes from "./QueryTable.module.css";
import type { RowsProps } from "./TableRows";

type Props<Row> = Pick<RowsProps<Row>, "columns" | "search" | "defaultSort" | "onSearch">;

/** What a click on a heading does in a table, for rows that are cards and have none. */
export function SortChoice<Row>({ columns, search, defaultSort = "", onSearch }: Props<Row>) {
  const orders = columns.flatMap(ordersOf);
  if (orders.length === 0) return null;
  const known = (sort: string) => orders.some(({ value }) => value === sort);
  const usual = known(defaultSort) ? [] : [{ value: defaultSort, label: "Usual order" }];
  return (
    <NativeSelect
      className={classes.sortChoice}
      size="xs"
      aria-label="Sorted by"
      data={[...usual, ...orders]}
      value={known(search.sort ?? "") ? search.sort : defaultSort}
      onChange={({ currentTarget: { value } }) =>
        onSearch({ sort: value === defaultSort ? undefined : value, after: undefined })
      }
    />
  );
}

function ordersOf<Row>({ sort, label }: TableColumn<Row>) {
  if (!sort) return [];
  return [
    { value: sort, label: `${label}, ascending` },
    { value: `-${sort}`, label: `${label}, descending` },
  ];
}
