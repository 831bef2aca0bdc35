import type { Schemas } from "@/api/client";
import { cancelJob } from "@/api/job";
import { formatBytes, formatCount, plural } from "@/lib/format";
import { type JobState, JobProgress as Progress } from "@/ui/JobProgress";

interface Props {
  /** What is being made, e.g. "QC run 2". */
  title: string;
  job: Schemas["Job"] | undefined;
  cancel: Schemas["Action"] | undefined;
  startedAt: string | null | undefined;
}

/** QC or a meta-analysis at work; live through the page's event stream. */
export function JobProgress({ title, job, cancel, startedAt }: Props) {
  return (
    <Progress
      title={title}
      job={job}
      amount={amountWords}
      startedAt={startedAt}
      cancel={{ action: cancel, send: cancelJob }}
    />
  );
}

/** What each stage counts; of another one the share alone is shown. */
function amountWords({ stage, done, total }: JobState): string | undefined {
  switch (stage) {
    case "Reading and sorting":
      return `${formatBytes(done)} of ${formatBytes(total)}`;
    case "Placing by rs number":
    case "Checking":
    case "Combining":
      return `${formatCount(done)} of ${plural(total, "row")}`;
    default:
      return undefined;
  }
}
