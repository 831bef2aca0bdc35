import { formatCount, formatDecimal, formatPart } from "@/lib/format/format";
import { Card } from "@/ui/Card";
import shared from "@/ui/data.module.css";
import { NumberHead } from "@/ui/table/NumberHead";
import { useRowSort } from "@/ui/table/rowSort";
import { ScrollRegion } from "@/ui/table/ScrollRegion";
import classes from "../meta.module.css";
import type { MetaSummary, StudyCounts } from "../summary";
import { droppedReasons, reasonWords } from "../words";

const numbers = {
  rows: (study: StudyCounts) => study.rows_in,
  used: (study: StudyCounts) => study.rows_used,
  turned: (study: StudyCounts) => study.strand_flipped,
  swapped: (study: StudyCounts) => study.swapped,
  lambda: (study: StudyCounts) => study.lambda_gc,
  divided: (study: StudyCounts) => study.lambda_applied,
};

/** What each study brought in, what was used of it, and why the rest was not. */
export function StudiesCard({ summary }: { summary: MetaSummary }) {
  const sort = useRowSort(summary.studies, numbers);
  return (
    <Card title="Studies: row counts" flush>
      <ScrollRegion label="Studies, table" className={shared.scroll}>
        <table className={shared.table}>
          <thead>
            <tr>
              <th scope="col">Study</th>
              <NumberHead sort={sort} by="rows">
                Rows in
              </NumberHead>
              <NumberHead sort={sort} by="used">
                Used
              </NumberHead>
              <th scope="col">Not used because</th>
              <NumberHead sort={sort} by="turned">
                Strand turned
              </NumberHead>
              <NumberHead sort={sort} by="swapped">
                Alleles swapped
              </NumberHead>
              <NumberHead sort={sort} by="lambda">
                λ
              </NumberHead>
              <NumberHead sort={sort} by="divided">
                χ² divided by
              </NumberHead>
            </tr>
          </thead>
          <tbody>
            {sort.rows.map((study) => (
              <tr key={study.name}>
                <th scope="row" className={shared.name}>
                  {study.name}
                </th>
                <td className={shared.number}>{formatCount(study.rows_in)}</td>
                <td className={shared.number}>
                  {formatCount(study.rows_used)}{" "}
                  <span className={shared.faint}>{formatPart(study.rows_used, study.rows_in)}</span>
                </td>
                <td className={shared.wrap}>
                  <Dropped study={study} />
                </td>
                <td className={shared.number}>{formatCount(study.strand_flipped)}</td>
                <td className={shared.number}>{formatCount(study.swapped)}</td>
                <td className={shared.number}>{formatDecimal(study.lambda_gc, 3)}</td>
                {study.regional && !((study.lambda_applied ?? 1) > 1) ? (
                  <td className={shared.wrap}>not corrected: no genome-wide λ with fewer than 11 autosomes</td>
                ) : (
                  <td className={shared.number}>{formatDecimal(study.lambda_applied, 3)}</td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </Card>
  );
}

function Dropped({ study }: { study: StudyCounts }) {
  const reasons = droppedReasons(study);
  if (reasons.length === 0) return <span className={shared.faint}>every row was used</span>;
  return (
    <ul className={classes.reasons}>
      {reasons.map(([reason, count]) => (
        <li key={reason}>
          <strong>{formatCount(count)}</strong> {reasonWords(reason)}
        </li>
      ))}
    </ul>
  );
}
