import { formatCount, formatDecimal, formatPart } from "@/lib/format/format";
import { Card } from "@/ui/Card";
import shared from "@/ui/data.module.css";
import { ScrollRegion } from "@/ui/table/ScrollRegion";
import classes from "../meta.module.css";
import type { MetaSummary, StudyCounts } from "../summary";
import { droppedReasons, reasonWords } from "../words";

/** What each study brought in, what was used of it, and why the rest was not. */
export function StudiesCard({ summary }: { summary: MetaSummary }) {
  return (
    <Card title="Studies: row counts" flush>
      <ScrollRegion label="Studies, table" className={shared.scroll}>
        <table className={shared.table}>
          <thead>
            <tr>
              <th scope="col">Study</th>
              <th scope="col" className={shared.number}>
                Rows in
              </th>
              <th scope="col" className={shared.number}>
                Used
              </th>
              <th scope="col">Not used because</th>
              <th scope="col" className={shared.number}>
                Strand turned
              </th>
              <th scope="col" className={shared.number}>
                Alleles swapped
              </th>
              <th scope="col" className={shared.number}>
                λ
              </th>
              <th scope="col" className={shared.number}>
                χ² divided by
              </th>
            </tr>
          </thead>
          <tbody>
            {summary.studies.map((study) => (
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
