import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { cancelJob } from "@/api/job";
import { type Overview, overviewQuery, type QueuedJob } from "@/api/server/overview";
import { formatCount, formatDateTime, formatShare, formatSince } from "@/lib/format/format";
import { TextButton } from "@/ui/action/TextButton";
import { useDeeds } from "@/ui/action/useDeeds";
import { Card } from "@/ui/Card";
import shared from "@/ui/data.module.css";
import { Tag } from "@/ui/Tag";
import { ScrollRegion } from "@/ui/table/ScrollRegion";
import { kinds, pageOf } from "./words";

/** What a job works on, as a link where the administrator may open it. */
function Subject({ queued: { job, subject } }: { queued: QueuedJob }) {
  const page = pageOf(job);
  return (
    <>
      {kinds[job.kind]}
      {subject && " · "}
      {page && subject ? <Link to={page}>{subject}</Link> : subject}
    </>
  );
}

interface QueueProps {
  jobs: readonly QueuedJob[];
  numbers: Overview["numbers"];
  at: string;
}

/** Running and waiting jobs, the oldest first. */
export function QueueCard({ jobs, numbers, at }: QueueProps) {
  const queries = useQueryClient();
  const { run, busy } = useDeeds();
  const cancel = ({ job }: QueuedJob) =>
    run({
      call: () => cancelJob(job.id),
      done: "The job is cancelled.",
      failed: "The job was not cancelled",
      after: () => queries.invalidateQueries({ queryKey: overviewQuery.queryKey }),
    });
  const aside = `${formatCount(numbers.running)} running, ${formatCount(numbers.queued)} waiting`;
  return (
    <Card title="Jobs" aside={aside} flush>
      {jobs.length === 0 ? (
        <p className={shared.emptyNote}>No job waits or runs.</p>
      ) : (
        <ScrollRegion label="Jobs, table" className={shared.scroll}>
          <table className={shared.table}>
            <thead>
              <tr>
                <th scope="col">Job</th>
                <th scope="col">Account</th>
                <th scope="col">State</th>
                <th scope="col" className={shared.number}>
                  Age
                </th>
                <th scope="col">Action</th>
              </tr>
            </thead>
            <tbody>
              {jobs.map((queued) => (
                <tr key={queued.job.id}>
                  <th scope="row" className={shared.name}>
                    <Subject queued={queued} />
                  </th>
                  <td>{queued.owner}</td>
                  <td>
                    <Progress job={queued.job} />
                  </td>
                  <td className={shared.number}>{formatSince(queued.created_at, Date.parse(at))}</td>
                  <td>
                    {queued.job.kind !== "tool-run" && (
                      <TextButton
                        disabled={busy}
                        aria-label={`Cancel ${kinds[queued.job.kind]} ${queued.subject}`}
                        onClick={() => cancel(queued)}
                      >
                        Cancel
                      </TextButton>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </Card>
  );
}

function Progress({ job: { state, stage, done, total } }: Pick<QueuedJob, "job">) {
  if (state === "queued") return <Tag tone="neutral">Waiting</Tag>;
  return (
    <>
      <Tag tone="info">Running</Tag> {total > 0 ? formatShare(done / total) : stage}
    </>
  );
}

/** Jobs that failed because of the server. They are started again where their subject is. */
export function FailedCard({ jobs }: { jobs: readonly QueuedJob[] }) {
  if (jobs.length === 0) return null;
  return (
    <div id="failed">
      <Card title="Failed jobs" aside="last 14 days" flush>
        <ScrollRegion label="Failed jobs, table" className={shared.scroll}>
          <table className={shared.table}>
            <thead>
              <tr>
                <th scope="col">Job</th>
                <th scope="col">Account</th>
                <th scope="col">Failed</th>
                <th scope="col">Cause</th>
                <th scope="col">Reference</th>
              </tr>
            </thead>
            <tbody>
              {jobs.map((queued) => (
                <tr key={queued.job.id}>
                  <th scope="row" className={shared.name}>
                    <Subject queued={queued} />
                  </th>
                  <td>{queued.owner}</td>
                  <td>{formatDateTime(queued.job.updated_at)}</td>
                  <td className={shared.wrap}>{queued.job.error}</td>
                  <td className={shared.mono}>{queued.job.id}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
        <p className={shared.emptyNote}>Open a job to start it again. It leaves this list once a newer one exists.</p>
      </Card>
    </div>
  );
}
