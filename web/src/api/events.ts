import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { apiOrigin, type Schemas } from "./client";
import { hermesKeys } from "./hermes";

export type Job = Schemas["Job"];
type Upload = Schemas["HermesUpload"];
type Meta = Schemas["MetaAnalysis"];
type Run = Schemas["QcRun"];
interface Page<T> {
  items: T[];
}

const pollMs = 5000;
const reopenMs = 15_000;

export const jobKey = (id: string) => ["jobs", id] as const;

export function finished(job: Job): boolean {
  return job.state === "succeeded" || job.state === "failed" || job.state === "cancelled";
}

function withJob<T extends { job_id: string; job?: Job }>(owner: T, job: Job): T {
  return owner.job_id === job.id ? { ...owner, job } : owner;
}

function uploadWithJob(upload: Upload, job: Job): Upload {
  return upload.run?.job_id === job.id ? { ...upload, run: withJob(upload.run, job) } : upload;
}

/** Writes a job's progress wherever its owner is shown; when it ended, what it made is read again. */
export function applyJob(queries: QueryClient, job: Job): void {
  queries.setQueryData(jobKey(job.id), job);
  const keys =
    job.kind === "qc"
      ? [hermesKeys.uploads, hermesKeys.upload(job.subject_id)]
      : [hermesKeys.metas, hermesKeys.meta(job.subject_id)];
  if (finished(job)) {
    for (const queryKey of keys) void queries.invalidateQueries({ queryKey });
    return;
  }
  if (job.kind === "meta") {
    queries.setQueriesData<Page<Meta>>({ queryKey: hermesKeys.metas }, (page) =>
      page ? { ...page, items: page.items.map((meta) => withJob(meta, job)) } : page,
    );
    queries.setQueryData<Meta>(hermesKeys.meta(job.subject_id), (meta) => (meta ? withJob(meta, job) : meta));
    return;
  }
  queries.setQueriesData<Page<Upload>>({ queryKey: hermesKeys.uploads }, (page) =>
    page ? { ...page, items: page.items.map((upload) => uploadWithJob(upload, job)) } : page,
  );
  queries.setQueryData<Upload>(hermesKeys.upload(job.subject_id), (upload) =>
    upload ? uploadWithJob(upload, job) : upload,
  );
  queries.setQueryData<Page<Run>>(hermesKeys.runs(job.subject_id), (page) =>
    page ? { ...page, items: page.items.map((run) => withJob(run, job)) } : page,
  );
}

/** One stream for the whole page; while it is down, what is shown is read again every few seconds. */
class LiveJobs {
  private source: EventSource | undefined;
  private poll: ReturnType<typeof setInterval> | undefined;
  private reopen: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly queries: QueryClient) {}

  open(): void {
    const source = new EventSource(`${apiOrigin}/api/events`, { withCredentials: apiOrigin !== "" });
    source.addEventListener("job", (event) => applyJob(this.queries, JSON.parse(event.data) as Job));
    source.onopen = () => {
      if (this.poll) this.refresh();
      this.stopPolling();
    };
    source.onerror = () => {
      this.poll ??= setInterval(() => this.refresh(), pollMs);
      // The browser reconnects by itself unless the answer was not a stream.
      if (source.readyState === EventSource.CLOSED) this.reopen = setTimeout(() => this.open(), reopenMs);
    };
    this.source = source;
  }

  close(): void {
    this.source?.close();
    clearTimeout(this.reopen);
    this.stopPolling();
  }

  private refresh(): void {
    void this.queries.invalidateQueries({ queryKey: ["hermes"], refetchType: "active" });
  }

  private stopPolling(): void {
    clearInterval(this.poll);
    this.poll = undefined;
  }
}

/** Keeps jobs, data sets and meta-analyses in the cache up to date. Mounted once, by the area's layout. */
export function useLiveJobs(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const live = new LiveJobs(queries);
    live.open();
    return () => live.close();
  }, [queries]);
}
