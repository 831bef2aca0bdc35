import { Link } from "@tanstack/react-router";
import type { Dashboard } from "@/api/hermes/dashboard";
import { formatDateTime, formatSince, plural } from "@/lib/format/format";
import { useNow } from "@/lib/format/now";
import { uploadStatusWords } from "@/lib/status";
import { Card } from "@/ui/Card";
import classes from "./dashboard.module.css";

type Wait = Dashboard["waiting"][number];
type Waiting = Wait["oldest"][number];

const whom = { reviewer: "Reviewers", uploader: "Uploaders", system: "The server", nobody: "None" } as const;

/** What waits on whom, the longest waiting first. */
export function WaitingCard({ waiting }: { waiting: readonly Wait[] }) {
  const now = useNow(30_000);
  return (
    <Card title="Waiting on" flush>
      <div className={classes.waiting}>
        {waiting.map((wait) => (
          <section key={wait.waiting_on} className={classes.whom} aria-label={`Waiting on ${whom[wait.waiting_on]}`}>
            <div className={classes.whomHead}>
              <h3>{whom[wait.waiting_on]}</h3>
              {wait.files > 0 ? (
                <Link to="/hermes" search={{ waiting: [wait.waiting_on] }}>
                  {plural(wait.files, "file")}
                </Link>
              ) : (
                <span className={classes.quiet}>Nothing waits</span>
              )}
            </div>
            {wait.oldest.length > 0 && (
              <ol className={classes.oldest}>
                {wait.oldest.map((one) => (
                  <Oldest key={one.id} one={one} status={statusWords(wait, one)} now={now} />
                ))}
              </ol>
            )}
          </section>
        ))}
      </div>
    </Card>
  );
}

/**
 * A file that is ready for review waits for its uploader only while a reviewer requests changes.
 */
function statusWords({ waiting_on }: Wait, { status }: Waiting): string {
  if (waiting_on === "uploader" && status === "READY FOR REVIEW") return "Changes requested";
  return uploadStatusWords[status].word;
}

function Oldest({ one, status, now }: { one: Waiting; status: string; now: number }) {
  return (
    <li>
      <Link to="/hermes/qc/$id" params={{ id: one.id }} className={classes.name} title={one.dataset_name}>
        {one.dataset_name}
      </Link>
      <time dateTime={one.since} title={`Since ${formatDateTime(one.since)}`}>
        {formatSince(one.since, now)}
      </time>
      <span className={classes.below}>
        {one.cohort} · {status} · {one.uploaded_by}
      </span>
    </li>
  );
}
