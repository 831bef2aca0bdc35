import classes from "./CardRows.module.css";
import type { TableColumn } from "./column";
import type { RowsProps } from "./TableRows";

/** The rows as cards, for narrow screens. */
export function CardRows<Row>({ caption, columns, rows, rowKey, detail }: RowsProps<Row>) {
  const title = columns.find((column) => column.role === "title");
  const menu = columns.find((column) => column.role === "menu");
  const facts = columns.filter((column) => !column.role);
  return (
    <ul className={classes.list} aria-label={caption}>
      {rows.map((row) => (
        <li key={rowKey(row)} className={classes.card}>
          <div className={classes.head}>
            <div className={classes.title}>{title?.cell(row)}</div>
            {menu?.cell(row)}
          </div>
          <dl className={classes.facts}>
            {facts.map((column) => (
              <Fact key={column.id} column={column} row={row} />
            ))}
          </dl>
          {detail?.(row)}
        </li>
      ))}
    </ul>
  );
}

function Fact<Row>({ column, row }: { column: TableColumn<Row>; row: Row }) {
  return (
    <div className={classes.fact}>
      <dt>{column.label}</dt>
      <dd>{column.cell(row)}</dd>
    </div>
  );
}
