import { useMediaQuery } from "@mantine/hooks";
import { CardRows } from "./CardRows";
import { type RowsProps, TableRows } from "./TableRows";

type Props<Row> = Pick<RowsProps<Row>, "caption" | "columns" | "rows" | "rowKey">;

const nothing = () => undefined;

/** A short table whose order is its own; on a narrow screen its rows are cards. */
export function PlainRows<Row>(props: Props<Row>) {
  const narrow = useMediaQuery("(max-width: 900px)", undefined, { getInitialValueInEffect: false });
  const Rows = narrow ? CardRows : TableRows;
  return <Rows {...props} search={{}} onSearch={nothing} />;
}
