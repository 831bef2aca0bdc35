import { VisuallyHidden } from "@mantine/core";
import classes from "./chart.module.css";

export interface TwinColumn {
  readonly name: string;
  readonly kind?: "number" | "mono";
}

export interface Twin {
  /** What the rows are, read out before the table. */
  readonly caption: string;
  readonly columns: readonly TwinColumn[];
  readonly rows: readonly (readonly string[])[];
}

/** The numbers of a figure as a table that scrolls inside the figure's place. */
export function TwinTable({ twin, height }: { twin: Twin; height: number }) {
  if (twin.rows.length === 0) {
    return (
      <p className={classes.note} style={{ height }}>
        {twin.caption}: none.
      </p>
    );
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section className={classes.twin} style={{ height }} tabIndex={0} aria-label={twin.caption}>
      <table>
        <VisuallyHidden component="caption">{twin.caption}</VisuallyHidden>
        <thead>
          <tr>
            {twin.columns.map((column) => (
              <th key={column.name} scope="col" className={classOf(column)}>
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {twin.rows.map((row) => (
            <tr key={row.join("\t")}>
              {twin.columns.map((column, i) => (
                <td key={column.name} className={classOf(column)}>
                  {row[i]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function classOf(column: TwinColumn): string | undefined {
  if (column.kind === "number") return classes.number;
  return column.kind === "mono" ? classes.mono : undefined;
}
