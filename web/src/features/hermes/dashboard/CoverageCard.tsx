import { SegmentedControl } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { Covered } from "@/api/hermes/dashboard";
import { formatCount, plural } from "@/lib/format/format";
import { Card } from "@/ui/Card";
import shared from "@/ui/data.module.css";
import { ScrollRegion } from "@/ui/table/ScrollRegion";
import { type Count, type CoverageRow, coverageOf } from "./coverage";
import classes from "./dashboard.module.css";
import { type DashboardSearch, type Split, splits } from "./search";
import type { Names } from "./useNames";

interface Props {
  covered: readonly Covered[];
  names: Names;
  by: Split | undefined;
  onSearch: (change: DashboardSearch) => void;
}

/** Accepted files by phenotype and ancestry, with their sample sizes. */
export function CoverageCard({ covered, names, by, onSearch }: Props) {
  const { ancestries, rows } = coverageOf(covered, [...names.phenotype.keys()], by);
  const sexes = by === "sex" ? names.sex : undefined;
  return (
    <Card
      title="Coverage"
      aside={
        <SegmentedControl
          size="xs"
          aria-label="Split the rows"
          data={[
            { value: "no", label: "Phenotypes" },
            { value: "sex", label: "By sex" },
            { value: "cohort", label: "By cohort" },
          ]}
          value={by ?? "no"}
          onChange={(value) => onSearch({ split: splits.find((split) => split === value) })}
        />
      }
      flush
    >
      <p className={classes.rule}>
        Accepted files and, below, their total effective N. “+” counts pending files. N eff for cases and controls is 4
        / (1 / cases + 1 / controls). For a quantitative trait it is N.
      </p>
      <ScrollRegion label="Coverage, table" className={shared.scroll}>
        <table className={`${shared.table} ${classes.matrix}`}>
          <thead>
            <tr>
              <th scope="col">Phenotype</th>
              {ancestries.map((ancestry) => (
                <th key={ancestry} scope="col" className={shared.number}>
                  {names.ancestry.get(ancestry) ?? ancestry}
                </th>
              ))}
              <th scope="col" className={shared.number}>
                All
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr
                key={`${row.phenotype} ${row.part ?? ""}`}
                className={row.part === undefined ? undefined : classes.part}
              >
                <th scope="row">{heading(row, names, sexes)}</th>
                {ancestries.map((ancestry) => (
                  <td key={ancestry} className={shared.number}>
                    <Cell count={row.cells.get(ancestry)} row={row} ancestry={ancestry} by={by} />
                  </td>
                ))}
                <td className={shared.number}>
                  <Cell count={row.total} row={row} by={by} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </Card>
  );
}

function heading({ phenotype, part }: CoverageRow, names: Names, sexes: Names["sex"] | undefined): string {
  if (part === undefined) return names.phenotype.get(phenotype) ?? phenotype;
  return sexes?.get(part) ?? part;
}

interface CellProps {
  count: Count | undefined;
  row: CoverageRow;
  /** Absent for all together. */
  ancestry?: string;
  by: Split | undefined;
}

function Cell({ count, row, ancestry, by }: CellProps) {
  if (!count || count.accepted + count.onTheWay === 0) return <span className={classes.people}>–</span>;
  const { accepted, onTheWay, effectiveN } = count;
  const filters = {
    phenotype: [row.phenotype],
    ancestry: ancestry === undefined ? undefined : [ancestry],
    sex: by === "sex" && row.part !== undefined ? [row.part] : undefined,
    q: by === "cohort" ? row.part : undefined,
  };
  return (
    <>
      <div className={classes.counts}>
        {accepted > 0 && (
          <Link
            to="/hermes"
            search={{ ...filters, status: ["REVIEW APPROVED"] }}
            aria-label={plural(accepted, "accepted file")}
          >
            {formatCount(accepted)}
          </Link>
        )}
        {onTheWay > 0 && (
          <Link
            to="/hermes"
            search={{ ...filters, waiting: ["reviewer", "uploader", "system"] }}
            aria-label={`${formatCount(onTheWay)} pending`}
            className={classes.more}
          >
            +{formatCount(onTheWay)}
          </Link>
        )}
      </div>
      {accepted > 0 && <div className={classes.people}>{formatCount(Math.round(effectiveN))}</div>}
    </>
  );
}
