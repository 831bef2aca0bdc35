import { VisuallyHidden } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./CardRows.module.css";
import { isSortedBy, type TableColumn } from "./column";
import type { RowsProps } from "./TableRows";

/**
 * The rows as cards of two lines, for narrow screens: name and state, then the distinguishing
 * facts.
 */
export function CardRows<Row>({ caption, columns, rows, rowKey, detail, search }: RowsProps<Row>) {
  const title = columns.find((column) => column.role === "title");
  const choice = columns.find((column) => column.role === "choice");
  const menu = columns.find((column) => column.role === "menu");
  const state = columns.find((column) => column.card === "state");
  const isFact = (column: TableColumn<Row>) =>
    !column.role && column.card !== "state" && (column.card !== "no" || isSortedBy(column, search.sort));
  const facts = columns.filter(isFact);
  return (
    <ul className={classes.list} aria-label={caption}>
      {rows.map((row) => (
        <li key={rowKey(row)} className={classes.card}>
          <div className={classes.head}>
            {choice?.cell(row)}
            <div className={classes.title}>{title?.cell(row)}</div>
            {(state || menu) && (
              <div className={classes.standing}>
                {state?.cell(row)}
                {menu?.cell(row)}
              </div>
            )}
          </div>
          <ul className={classes.facts}>
            {facts.map((column) => (
              <Fact key={column.id} column={column}>
                {column.cell(row)}
              </Fact>
            ))}
          </ul>
          {detail?.(row)}
        </li>
      ))}
    </ul>
  );
}

/** A number has its label; the heading of a self-explanatory text is for screen readers only. */
function Fact<Row>({ column, children }: { column: TableColumn<Row>; children: ReactNode }) {
  if (children === "–" || children === "" || children == null) return null;
  const named = column.numeric || column.card === "named" || column.card === "no";
  return (
    <li className={classes.fact}>
      {named ? <span>{column.label}</span> : <VisuallyHidden>{column.label}: </VisuallyHidden>}
      <div className={classes.value}>{children}</div>
    </li>
  );
}
