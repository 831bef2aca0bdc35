import { Link } from "@tanstack/react-router";
import { formatCount } from "@/lib/format/format";
import { uploadStatuses, uploadStatusWords } from "@/lib/status";
import { Card } from "@/ui/Card";
import classes from "./dashboard.module.css";

/** The number of submissions by status; each row links to its list. */
export function StatusCard({ byStatus }: { byStatus: Readonly<Record<string, number>> }) {
  const rows = uploadStatuses
    .map((status) => ({ status, count: byStatus[status] ?? 0 }))
    .filter((row) => row.count > 0);
  const most = Math.max(1, ...rows.map((row) => row.count));
  return (
    <Card title="Submissions by status">
      <ul className={classes.bars}>
        {rows.map(({ status, count }) => {
          const { tone, word } = uploadStatusWords[status];
          return (
            <li key={status}>
              <Link className={classes.row} to="/hermes" search={{ status: [status] }}>
                <span>{word}</span>
                <span className={classes.count}>{formatCount(count)}</span>
                <span className={classes.track} aria-hidden="true">
                  <span
                    className={`${classes.bar} ${classes[tone]}`}
                    ref={(bar) => void bar?.style.setProperty("width", `${(count / most) * 100}%`)}
                  />
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
