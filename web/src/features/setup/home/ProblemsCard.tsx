import type { Overview } from "@/api/server/overview";
import { formatCount, formatDateTime } from "@/lib/format/format";
import { Card } from "@/ui/Card";
import shared from "@/ui/data.module.css";
import { ScrollRegion } from "@/ui/table/ScrollRegion";

/** Errors of the last days with the number by which the log finds them. */
export function ProblemsCard({ problems }: { problems: Overview["problems"] }) {
  return (
    <Card title="Errors" aside="last 14 days" flush>
      {problems.length === 0 ? (
        <p className={shared.emptyNote}>No errors.</p>
      ) : (
        <ScrollRegion label="Errors, table" className={shared.tall}>
          <table className={shared.table}>
            <thead>
              <tr>
                <th scope="col">Last</th>
                <th scope="col">Error</th>
                <th scope="col" className={shared.number}>
                  Times
                </th>
                <th scope="col">Reference</th>
              </tr>
            </thead>
            <tbody>
              {problems.map((problem) => (
                <tr key={`${problem.day} ${problem.message} ${problem.cause}`}>
                  <td>{formatDateTime(problem.last_at)}</td>
                  <th scope="row" className={shared.wrap}>
                    {problem.message}
                    {problem.cause && <div className={shared.faint}>{problem.cause}</div>}
                  </th>
                  <td className={shared.number}>{formatCount(problem.times)}</td>
                  <td className={shared.mono}>{problem.reference || "–"}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </Card>
  );
}
