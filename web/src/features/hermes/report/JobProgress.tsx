import type { Schemas } from "@/api/client";
import { cancelJob } from "@/api/job";
import { JobProgress as Progress } from "@/ui/state/JobProgress";

interface Props {
  /** The current work, e.g. "QC run 2". */
  title: string;
  job: Schemas["Job"] | undefined;
  cancel: Schemas["Action"] | undefined;
  startedAt: string | null | undefined;
}

/** QC or a meta-analysis at work; live through the page's event stream. */
export function JobProgress({ title, job, cancel, startedAt }: Props) {
  return <Progress title={title} job={job} startedAt={startedAt} cancel={{ action: cancel, send: cancelJob }} />;
}
