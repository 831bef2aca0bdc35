import { SegmentedControl } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { memo, useState } from "react";
import type { FreezeCell, FreezePlan } from "@/api/hermes/freezes";
import { Card } from "@/ui/Card";
import shared from "@/ui/data.module.css";
import { ScrollRegion } from "@/ui/table/ScrollRegion";
import classes from "../freeze.module.css";
import { type MatrixRow, rowsOf, useAncestryName } from "../matrix";
import { moveInTable } from "../moveInTable";
import { sexName } from "../words";
import { scopeKey } from "./draft";
import { PlanCell } from "./PlanCell";

interface Props {
  plan: FreezePlan;
  /** Cells that are deselected, by `scopeKey`. */
  skipped: ReadonlySet<string>;
  onSkip: (cell: FreezeCell, skip: boolean) => void;
}

/** What each cell would hold and lack. Typing beside it draws no cell again unless its plan changes. */
export const PlanMatrix = memo(function PlanMatrix({ plan, skipped, onSkip }: Props) {
  const [chosen, setSex] = useState<string>();
  const ancestryName = useAncestryName();
  const narrow = useMediaQuery("(max-width: 700px)", undefined, { getInitialValueInEffect: false });
  const sex = plan.sexes.find((one) => one === chosen) ?? plan.sexes[0] ?? "both";
  const rows = rowsOf(plan, sex);
  const cellOf = (row: MatrixRow, cell: FreezeCell) => (
    <PlanCell
      cell={cell}
      label={`${row.description}, ${ancestryName(cell.ancestry)}`}
      skipped={skipped.has(scopeKey(cell))}
      onSkip={onSkip}
    />
  );
  return (
    <Card
      title="What each cell holds and lacks"
      flush
      aside={
        <div className={classes.tools}>
          <span>! runs with a warning · × blocks the cell · hatched: does not meet the rule</span>
          {plan.sexes.length > 1 && (
            <SegmentedControl
              size="xs"
              aria-label="Sex"
              data={plan.sexes.map((value) => ({ value, label: sexName(value) }))}
              value={sex}
              onChange={setSex}
            />
          )}
        </div>
      }
    >
      {rows.length === 0 ? (
        <p className={shared.emptyNote}>No accepted submission meets this rule.</p>
      ) : narrow ? (
        rows.map((row) => (
          <section key={row.code} className={classes.narrowRow} aria-label={row.description}>
            <h3>{row.description}</h3>
            <ul>
              {row.cells.map(
                (cell) =>
                  cell && (
                    <li key={cell.ancestry} className={groundOf(cell, skipped)}>
                      <span className={classes.narrowName}>{ancestryName(cell.ancestry)}</span>
                      {cellOf(row, cell)}
                    </li>
                  ),
              )}
            </ul>
          </section>
        ))
      ) : (
        <ScrollRegion label="Plan, table" className={shared.scroll}>
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
                  {row.cells.map((cell, at) =>
                    cell ? (
                      <td key={cell.ancestry} className={groundOf(cell, skipped)}>
                        {cellOf(row, cell)}
                      </td>
                    ) : (
                      <td key={plan.ancestries[at]} className={classes.notMade} aria-label="No studies" />
                    ),
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </Card>
  );
});

function groundOf(cell: FreezeCell, skipped: ReadonlySet<string>): string | undefined {
  if (cell.status === "short" || skipped.has(scopeKey(cell))) return classes.notMade;
  if (cell.status === "blocked") return classes.failed;
  return cell.status === "warned" ? classes.warned : undefined;
}
