import { Button, Group, Stack } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { buildArchive, cancelArchive } from "@/api/sgc/calls";
import { saveSgcFile } from "@/api/sgc/files";
import { type Archive, archivePath, archiveQuery } from "@/api/sgc/sgc";
import { formatBytes, formatBytesOf, formatCount, formatDateTime, plural } from "@/lib/format/format";
import { Card } from "@/ui/Card";
import data from "@/ui/data.module.css";
import { Fact, Facts } from "@/ui/Facts";
import { Answered } from "@/ui/state/Answered";
import { JobProgress } from "@/ui/state/JobProgress";
import { Notice } from "@/ui/state/Notice";
import { Refused } from "@/ui/state/Refused";
import classes from "./consortium.module.css";

const pollMs = 2000;

/** The last archive, the job that makes the next, and the download. Asks every two seconds while one is built. */
export function ArchiveCard() {
  const archive = useQuery({
    ...archiveQuery,
    refetchInterval: ({ state }) => (state.data?.state === "building" ? pollMs : false),
  });
  const first = archive.data?.state === "building" && !archive.data.made_at;
  return (
    <Stack gap={16}>
      {!first && (
        <Card title="Archive">
          <Answered what="the archive" answer={archive} rows={2}>
            {(last) => <Last archive={last} />}
          </Answered>
        </Card>
      )}
      {archive.data?.state === "building" && <Building job={archive.data.job} />}
    </Stack>
  );
}

function Building({ job }: { job: Archive["job"] }) {
  const queries = useQueryClient();

  async function stop(id: string): Promise<void> {
    await cancelArchive(id);
    await queries.invalidateQueries({ queryKey: archiveQuery.queryKey });
  }

  return (
    <JobProgress
      title="Building a new archive"
      job={job}
      amount={({ done, total }) => `${formatCount(done)} of ${plural(total, "cohort")}`}
      result="the archive"
      cancel={{
        action: { allowed: true },
        send: stop,
        question: {
          title: "Stop building the archive?",
          children: "Progress is discarded. An earlier archive is kept.",
          confirm: "Stop building",
        },
      }}
    />
  );
}

function Last({ archive }: { archive: Archive }) {
  const queries = useQueryClient();
  const build = useMutation({
    mutationFn: buildArchive,
    onSuccess: (begun) => queries.setQueryData(archiveQuery.queryKey, begun),
  });
  const building = archive.state === "building";
  return (
    <Stack gap={16}>
      {archive.state === "failed" && (
        <Notice tone="fail" title="The last archive could not be built">
          {archive.message || archive.job?.error || "The server reported no reason."}{" "}
          {archive.made_at && "The earlier archive is still available."}
        </Notice>
      )}
      <Refused error={build.error}>No archive build was started.</Refused>
      {archive.made_at ? <Made archive={archive} at={archive.made_at} /> : <p>No archive was built yet.</p>}
      <Group gap="8px 12px">
        {archive.made_at && <Download size={archive.size} at={archive.made_at} />}
        {!building && (
          <Button
            variant={archive.made_at ? "default" : "filled"}
            loading={build.isPending}
            onClick={() => build.mutate()}
          >
            Build a new archive
          </Button>
        )}
      </Group>
    </Stack>
  );
}

function Made({ archive: { made_by, size, sha256, cohorts }, at }: { archive: Archive; at: string }) {
  return (
    <Facts>
      <Fact name="Made">
        <time dateTime={at}>{formatDateTime(at)}</time>
        {made_by && ` by ${made_by}`}
      </Fact>
      <Fact name="Cohorts">{formatCount(cohorts)}</Fact>
      <Fact name="Size">{size === undefined ? "–" : formatBytes(size)}</Fact>
      <Fact name="SHA-256">
        <span className={data.hash}>{sha256 || "–"}</span>
      </Fact>
    </Facts>
  );
}

interface DownloadProps {
  size: number | undefined;
  /** When it was made; names the file. */
  at: string;
}

/** Downloads the archive, whose size is said before, and the amount meanwhile. */
function Download({ size, at }: DownloadProps) {
  const [done, setDone] = useState(0);
  const download = useMutation({
    mutationFn: () => saveSgcFile(archivePath, `sgc-archive-${at.slice(0, 10)}.zip`, setDone),
    onMutate: () => setDone(0),
  });
  return (
    <>
      <Button disabled={download.isPending} onClick={() => download.mutate()}>
        {size === undefined ? "Download" : `Download (${formatBytes(size)})`}
      </Button>
      {download.isPending && (
        <span className={classes.received} role="status">
          {size ? `${formatBytesOf(done, size)} read` : `${formatBytes(done)} read`}; keep this page open.
        </span>
      )}
      <Refused error={download.error}>Nothing was saved. Download it again.</Refused>
    </>
  );
}
