import { useMediaQuery } from "@mantine/hooks";
import { memo } from "react";
import type { FreezePlan } from "@/api/hermes/freezes";
import shared from "@/ui/data.module.css";
import { ScrollRegion } from "@/ui/table/ScrollRegion";
import classes from "../freeze.module.css";
import { type AncestryName, type MatrixRow, rowsOf } from "../matrix";
import { moveInTable } from "../moveInTable";
import type { verdictWords } from "../words";
import { ResultCell } from "./ResultCell";

interface Props {
  plan: FreezePlan;
  sex: string;
  scheme: string | undefined;
  ancestryName: AncestryName;
}

/** The cells of one sex: a table whose cells lead to their meta-analyses; on a phone a list by phenotype. */
export const MatrixTable = memo(function MatrixTable({ plan, sex, scheme, ancestryName }: Props) {
  const narrow = useMediaQuery("(max-width: 700px)", undefined, { getInitialValueInEffect: false });
  const rows = rowsOf(plan, sex);
  if (rows.length === 0) return <p className={shared.emptyNote}>No cells for this sex.</p>;
  if (narrow) return <Lists rows={rows} plan={plan} scheme={scheme} ancestryName={ancestryName} />;
  return (
    <ScrollRegion label="Cells, table" className={shared.scroll}>
      <table className={classes.matrix} onKeyDown={moveInTable}>
        <thead>
          <tr>
            <th scope="col">Phenotype</th>
            {plan.ancestries.map((code) => (
              <th key={code} scope="col">
                {ancestryName(code)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.code}>
              <th scope="row" title={row.code}>
                {row.description}
              </th>
              {row.cells.map((cell, at) => {
                const code = plan.ancestries[at] as string;
                if (!cell) return <td key={code} className={classes.notMade} aria-label="No studies" />;
                return (
                  <td key={code} className={groundOf(cell.verdict)}>
                    <ResultCell cell={cell} scheme={scheme} label={`${row.description}, ${ancestryName(code)}`} />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
});

const grounds: Partial<Record<string, string>> = {
  warning: classes.warned,
  failed: classes.failed,
  blocked: classes.failed,
  outdated: classes.outdated,
  not_made: classes.notMade,
};

const groundOf = (verdict: keyof typeof verdictWords) => grounds[verdict];

interface ListsProps extends Pick<Props, "plan" | "scheme" | "ancestryName"> {
  rows: readonly MatrixRow[];
}

function Lists({ rows, plan, scheme, ancestryName }: ListsProps) {
  return rows.map((row) => (
    <section key={row.code} className={classes.narrowRow} aria-label={row.description}>
      <h3>{row.description}</h3>
      <ul>
        {row.cells.map((cell, at) => {
          const name = ancestryName(plan.ancestries[at] as string);
          return (
            cell &&
            cell.verdict !== "not_made" && (
              <li key={cell.ancestry} className={groundOf(cell.verdict)}>
                <span className={classes.narrowName}>{name}</span>
                <ResultCell cell={cell} scheme={scheme} label={`${row.description}, ${name}`} />
              </li>
            )
          );
        })}
      </ul>
      <NotMade row={row} ancestryName={ancestryName} />
    </section>
  ));
}

/** The ancestries whose cells are not made, in one line. */
function NotMade({ row, ancestryName }: { row: MatrixRow; ancestryName: AncestryName }) {
  const names = row.cells.flatMap((cell) => (cell?.verdict === "not_made" ? [ancestryName(cell.ancestry)] : []));
  return names.length > 0 && <p className={classes.narrowNote}>Not made: {names.join(", ")}</p>;
}
