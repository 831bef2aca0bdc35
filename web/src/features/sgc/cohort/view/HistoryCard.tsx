import type { Cohort } from "@/api/sgc/sgc";
import { formatCount, formatDateTime } from "@/lib/format/format";
import { Card } from "@/ui/Card";
import dataClasses from "@/ui/data.module.css";
import { useFirst } from "@/ui/focus/useFirst";
import { type DataColumn, DataTable } from "@/ui/table/DataTable";
import classes from "./view.module.css";

const shownAtFirst = 10;

const columns: DataColumn<Cohort["history"][number]>[] = [
  { label: "When", cell: ({ at }) => <time dateTime={at}>{formatDateTime(at)}</time> },
  { label: "Who", cell: ({ by }) => by },
  {
    label: "What",
    kind: "wrap",
    cell: ({ action, detail }) => (
      <>
        {action}
        {detail && <span className={dataClasses.faint}> {detail}</span>}
      </>
    ),
  },
];

/** Who did what, the newest first. */
export function HistoryCard({ history }: { history: Cohort["history"] }) {
  const { shown, more } = useFirst(history, shownAtFirst);
  return (
    <Card flush title="History" aside={formatCount(history.length)}>
      <DataTable label="History" columns={columns} rows={shown} rowKey={({ at, action }) => `${at} ${action}`} />
      {more && <div className={classes.more}>{more}</div>}
    </Card>
  );
}
