import type { HermesUpload } from "@/api/hermes/hermes";
import { formatDateTime } from "@/lib/format/format";
import { Card } from "@/ui/Card";
import shared from "@/ui/data.module.css";
import classes from "./qc.module.css";

/** Who did what and when, newest first. */
export function HistoryCard({ history }: { history: NonNullable<HermesUpload["history"]> }) {
  if (history.length === 0) return null;
  const newest = [...history].sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
  return (
    <Card title="History" flush>
      <ol className={classes.history}>
        {newest.map((entry) => (
          <li key={`${entry.at}${entry.action}`}>
            <div>
              <strong>{entry.by}</strong> · {entry.action}
            </div>
            {entry.detail && <div className={classes.historyDetail}>{entry.detail}</div>}
            <time className={shared.faint} dateTime={entry.at}>
              {formatDateTime(entry.at)}
            </time>
          </li>
        ))}
      </ol>
    </Card>
  );
}
