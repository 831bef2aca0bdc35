import { cancelJob } from "@/api/job";
import type { Table } from "@/api/pages/tables";
import { AnchorLink } from "@/ui/action/links";
import { JobProgress } from "@/ui/state/JobProgress";
import { Notice } from "@/ui/state/Notice";

/** A table that is still read, or could not be. */
export function Unready({ table, page }: { table: Table; page: string }) {
  if (table.state === "building") {
    return (
      <JobProgress
        title={`Reading ${table.name}`}
        job={table.job}
        result="the page"
        cancel={{ action: { allowed: true }, send: cancelJob }}
      />
    );
  }
  return (
    <Notice
      tone="fail"
      title={table.state === "failed" ? "The table could not be read" : "Reading the table was stopped"}
    >
      {table.error ?? ""}{" "}
      <AnchorLink to="/configbuilder" search={{ replace: page }} inherit underline="always">
        Choose another table
      </AnchorLink>
    </Notice>
  );
}
