import type { Dashboard } from "@/api/hermes/dashboard";
import { formatCount, formatDecimal } from "@/lib/format/format";
import { Card } from "@/ui/Card";
import shared from "@/ui/data.module.css";
import { ScrollRegion } from "@/ui/table/ScrollRegion";
import classes from "./dashboard.module.css";

type Month = Dashboard["months"][number];

const monthName = new Intl.DateTimeFormat("en-US", { month: "short", year: "numeric", timeZone: "UTC" });

const sum = (months: readonly Month[], of: (month: Month) => number) =>
  months.reduce((all, month) => all + of(month), 0);

/** What came in and what was decided, the last month first. */
export function ThroughputCard({ months, days }: { months: readonly Month[]; days: number | undefined }) {
  return (
    <Card title="Throughput" flush>
      <p className={classes.rule}>
        Median days from upload to decision, by month (UTC). Undone decisions and deleted files are not counted.
      </p>
      <ScrollRegion label="Throughput, table" className={shared.scroll}>
        <table className={`${shared.table} ${classes.months}`}>
          <thead>
            <tr>
              <th scope="col">Month</th>
              <th scope="col">Submitted</th>
              <th scope="col">Accepted</th>
              <th scope="col">Rejected</th>
              <th scope="col">Days</th>
            </tr>
          </thead>
          <tbody>
            {months.toReversed().map(({ start, submitted, accepted, rejected, days_to_decision }) => (
              <tr key={start}>
                <th scope="row">{monthName.format(new Date(start))}</th>
                <Counted value={submitted} />
                <Counted value={accepted} />
                <Counted value={rejected} />
                <td>{formatDecimal(days_to_decision, 1)}</td>
              </tr>
            ))}
            <tr className={classes.all}>
              <th scope="row">All</th>
              <Counted value={sum(months, (month) => month.submitted)} />
              <Counted value={sum(months, (month) => month.accepted)} />
              <Counted value={sum(months, (month) => month.rejected)} />
              <td>{formatDecimal(days, 1)}</td>
            </tr>
          </tbody>
        </table>
      </ScrollRegion>
    </Card>
  );
}

/** Months without events are muted. */
function Counted({ value }: { value: number }) {
  return <td className={value === 0 ? classes.none : undefined}>{formatCount(value)}</td>;
}
