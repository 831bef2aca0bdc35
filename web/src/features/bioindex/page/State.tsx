import { useQueryClient } from "@tanstack/react-query";
import { type BioIndex, indexQuery } from "@/api/bioindex/bioindex";
import { cancelJob, finished } from "@/api/job";
import { formatDate } from "@/lib/format/format";
import { AnchorLink } from "@/ui/action/links";
import { TextButton } from "@/ui/action/TextButton";
import { JobProgress } from "@/ui/state/JobProgress";
import { Notice } from "@/ui/state/Notice";
import { useBin } from "../useBin";

/** The current activity of an index, or its problem with a remedy. Nothing for a ready one. */
export function State({ index }: { index: BioIndex }) {
  const { status, job, deleted_at } = index;
  if (deleted_at) return <InBin index={index} />;
  if (job && !finished(job)) return <Underway index={index} />;
  if (status === "failed" || status === "cancelled") return <Stopped index={index} />;
  return null;
}

function Underway({ index: { id, job, build, can } }: { index: BioIndex }) {
  const queries = useQueryClient();
  const verifying = job?.kind === "index-verify";

  async function stop(jobId: string): Promise<void> {
    await cancelJob(jobId);
    await queries.invalidateQueries({ queryKey: indexQuery(id).queryKey });
  }

  return (
    <JobProgress
      title={verifying ? "Comparing queries with the file" : build ? "Building the index again" : "Building the index"}
      job={job}
      result={verifying ? "the proof" : "the index"}
      cancel={{
        action: can.edit ? { allowed: true } : undefined,
        send: stop,
        question: {
          title: verifying ? "Stop comparing?" : "Stop building?",
          children: build
            ? "Progress is discarded. The current index keeps answering."
            : "Progress is discarded. The file is kept, so you can build the index later.",
          confirm: "Stop",
        },
      }}
    />
  );
}

/** Why it was not built, whether anything still answers, and the ways on. */
function Stopped({ index: { id, status, error, build, can, source } }: { index: BioIndex }) {
  const failed = status === "failed";
  const before = build ? "The previous build still answers. " : "It does not answer queries yet. ";
  const title = failed ? "The index could not be built" : "The build was cancelled";
  return (
    <Notice tone={failed ? "fail" : "warn"} title={title}>
      {failed && `${error || "The server reported no reason."} `}
      {before}
      {can.rebuild && source.there && (
        <>
          <AnchorLink to="/minibioindex/new" search={{ rebuild: id }} inherit underline="always">
            {failed ? "Correct columns or keys and build again" : "Build it now"}
          </AnchorLink>
          : the file is not sent again.
        </>
      )}
      {can.rebuild && !source.there && `Its file, ${source.name}, cannot be read. Build an index of another file.`}
    </Notice>
  );
}

function InBin({ index }: { index: BioIndex }) {
  const bin = useBin(index);
  return (
    <Notice tone="warn" title="This index is in the bin">
      It does not answer queries{index.purged_at && `, and is deleted permanently on ${formatDate(index.purged_at)}`}.{" "}
      {index.can.restore && (
        <TextButton onClick={bin.restore} disabled={bin.busy}>
          Restore it
        </TextButton>
      )}
    </Notice>
  );
}
