import type { Dashboard } from "@/api/hermes-dashboard";
import { formatCount, formatDecimal } from "@/lib/format";
import { Card } from "@/ui/Card";
import shared from "@/ui/data.module.css";
import { ScrollRegion } from "@/ui/table/ScrollRegion";
import classes from "./dashboard.module.css";

type Month = Dashboard["months"][number];

const monthName = new Intl.DateTimeFormat("en-US", { month: "short", timeZone: "UTC" });
const wholeName = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" });

const sum = (months: readonly Month[], of: (month: Month) => number) =>
  months.reduce((all, month) => all + of(month), 0);

/** What came in and what was decided, month by month. */
export function ThroughputCard({ months, days }: { months: readonly Month[]; days: number | undefined }) {
  const counted: [string, (month: Month) => number][] = [
    ["Submitted", (month) => month.submitted],
    ["Accepted", (month) => month.accepted],
    ["Rejected", (month) => month.rejected],
  ];
  return (
    <Card title="Throughput" flush>
      <p className={classes.rule}>
        The last twelve months of UTC. Days are the median from upload to decision; decisions that were undone and files
        that were deleted are not counted.
      </p>
      <ScrollRegion label="Throughput, table" className={shared.scroll}>
        <table className={`${shared.table} ${classes.months}`}>
          <thead>
            <tr>
              <th scope="col">Month</th>
              {months.map(({ start }) => (
                <th key={start} scope="col" className={shared.number} title={wholeName.format(new Date(start))}>
                  {monthName.format(new Date(start))}
                </th>
              ))}
              <th scope="col" className={shared.number}>
                All
              </th>
            </tr>
          </thead>
          <tbody>
            {counted.map(([label, of]) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {months.map((month) => (
                  <td key={month.start} className={`${shared.number} ${of(month) === 0 ? classes.none : ""}`}>
                    {formatCount(of(month))}
                  </td>
                ))}
                <td className={shared.number}>{formatCount(sum(months, of))}</td>
              </tr>
            ))}
            <tr>
              <th scope="row">Days to decision</th>
              {months.map((month) => (
                <td
                  key={month.start}
                  className={`${shared.number} ${month.days_to_decision === undefined ? classes.none : ""}`}
                >
                  {formatDecimal(month.days_to_decision, 1)}
                </td>
              ))}
              <td className={shared.number}>{formatDecimal(days, 1)}</td>
            </tr>
          </tbody>
        </table>
      </ScrollRegion>
    </Card>
  );
}
