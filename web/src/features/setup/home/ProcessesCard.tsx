import type { Overview } from "@/api/server/overview";
import { formatBytes, formatCount, formatSince } from "@/lib/format/format";
import { Card } from "@/ui/Card";
import shared from "@/ui/data.module.css";
import { Tag } from "@/ui/Tag";
import { ScrollRegion } from "@/ui/table/ScrollRegion";

type Process = Overview["processes"][number];

/** What the running jobs of the process's machine need, of what they may use together. */
function memory({ memory: budget, memory_used: used, workers }: Process) {
  if (workers === 0) {
    return "–";
  }
  if (budget === 0) {
    return `${formatBytes(used)}, no limit`;
  }
  const text = `${formatBytes(used)} of ${formatBytes(budget)}`;
  return used > budget ? <Tag tone="warn">{`${text}: one job alone`}</Tag> : text;
}

/** The processes on this database. */
export function ProcessesCard({ processes, at }: { processes: readonly Process[]; at: string }) {
  const now = Date.parse(at);
  return (
    <Card title="Machines" flush>
      <ScrollRegion label="Machines, table" className={shared.scroll}>
        <table className={shared.table}>
          <thead>
            <tr>
              <th scope="col">Machine</th>
              <th scope="col">Process</th>
              <th scope="col">Version</th>
              <th scope="col">State</th>
              <th scope="col" className={shared.number}>
                Jobs
              </th>
              <th scope="col" className={shared.number}>
                Memory of jobs
              </th>
              <th scope="col" className={shared.number}>
                Disk free
              </th>
              <th scope="col" className={shared.number}>
                Up
              </th>
              <th scope="col" className={shared.number}>
                Last seen
              </th>
            </tr>
          </thead>
          <tbody>
            {processes.map((process) => (
              <tr key={process.id}>
                <th scope="row">{process.host}</th>
                <td>{process.kind === "server" ? "Server" : "Jobs only"}</td>
                <td className={shared.mono}>{process.version}</td>
                <td>
                  <Tag tone={process.alive ? "pass" : "fail"}>{process.alive ? "Running" : "No answer"}</Tag>
                </td>
                <td className={shared.number}>
                  {process.workers > 0 ? `${formatCount(process.jobs)} of ${formatCount(process.workers)}` : "–"}
                </td>
                <td className={shared.number}>{memory(process)}</td>
                <td className={shared.number}>{process.disk.free < 0 ? "–" : formatBytes(process.disk.free)}</td>
                <td className={shared.number}>{formatSince(process.started_at, now)}</td>
                <td className={shared.number}>{formatSince(process.seen_at, now)} ago</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </Card>
  );
}
