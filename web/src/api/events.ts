import { type QueryClient, type QueryFilters, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { connection } from "@/lib/browser/connection";
import { answersOf, apiKey, reread } from "./api-query";
import type { BioIndexRow } from "./bioindex/bioindex";
import { indexLists, indexQuery } from "./bioindex/bioindex";
import { apiOrigin, type Schemas } from "./client";
import type { Dataset, DatasetCheck, DatasetFile } from "./datasets/datasets";
import { datasetQuery } from "./datasets/datasets";
import { ofUpload, runsQuery, uploadLists, uploadQuery } from "./hermes/hermes";
import { metaLists, metaQuery } from "./hermes/meta";
import { finished, type Job } from "./job";
import { tableQuery } from "./pages/tables";
import { archiveQuery } from "./sgc/sgc";
import type { ToolRun } from "./tools/tools";
import { ofToolRun, toolRunQuery, toolRuns, toolRunsQuery } from "./tools/tools";

type UploadRow = Schemas["HermesUploadRow"];
type Meta = Schemas["MetaAnalysis"];
interface Page<T> {
  items: T[];
}

const pollMs = 5000;
const reopenMs = 15_000;
/**
 * The stream also breaks when the page is closed: a page that still exists after this time has lost
 * the connection.
 */
const leavingMs = 500;

function withJob<T extends { job_id: string; job?: Job }>(owner: T, job: Job): T {
  return owner.job_id === job.id ? { ...owner, job } : owner;
}

function uploadWithJob<T extends UploadRow>(upload: T, job: Job): T {
  return upload.run?.job_id === job.id ? { ...upload, run: withJob(upload.run, job) } : upload;
}

/** Whether a cache entry is a page of a list; other entries may have the same key. */
function isPage<T>(entry: Page<T> | undefined): entry is Page<T> {
  return typeof entry === "object" && entry !== null && "items" in entry;
}

function applyQc(queries: QueryClient, job: Job): void {
  const { subject_id: id } = job;
  if (finished(job)) {
    void reread(queries, ...uploadLists, ofUpload(id));
    return;
  }
  queries.setQueriesData<Page<UploadRow>>(answersOf("/api/hermes/uploads"), (page) =>
    isPage(page) ? { ...page, items: page.items.map((upload) => uploadWithJob(upload, job)) } : page,
  );
  queries.setQueryData(uploadQuery(id).queryKey, (upload) => upload && uploadWithJob(upload, job));
  queries.setQueryData(
    runsQuery(id).queryKey,
    (page) => page && { ...page, items: page.items.map((run) => withJob(run, job)) },
  );
}

function applyMeta(queries: QueryClient, job: Job): void {
  const { subject_id: id } = job;
  if (finished(job)) {
    void reread(queries, metaLists, { queryKey: apiKey("/api/hermes/meta-analyses/{id}", { id }) });
    return;
  }
  queries.setQueriesData<Page<Meta>>(metaLists, (page) =>
    isPage(page) ? { ...page, items: page.items.map((meta) => withJob(meta, job)) } : page,
  );
  queries.setQueryData(metaQuery(id).queryKey, (meta) => meta && withJob(meta, job));
}

function applyArchive(queries: QueryClient, job: Job): void {
  if (finished(job)) {
    void reread(queries, { queryKey: archiveQuery.queryKey });
    return;
  }
  queries.setQueryData(archiveQuery.queryKey, (archive) =>
    archive?.job?.id === job.id ? { ...archive, job } : archive,
  );
}

function fileWithJob(file: DatasetFile, job: Job): DatasetFile {
  return file.check?.job_id === job.id ? { ...file, check: withJob(file.check, job) } : file;
}

function datasetWithJob(dataset: Dataset, job: Job): Dataset {
  const phenotypes = dataset.phenotypes.map((phenotype) =>
    phenotype.file ? { ...phenotype, file: fileWithJob(phenotype.file, job) } : phenotype,
  );
  return { ...dataset, phenotypes };
}

function applyCheck(queries: QueryClient, job: Job): void {
  const { subject_id: id } = job;
  if (finished(job)) {
    void reread(
      queries,
      { queryKey: datasetQuery(id).queryKey },
      { queryKey: apiKey("/api/datasets/{id}/files", { id }) },
    );
    return;
  }
  queries.setQueryData(datasetQuery(id).queryKey, (dataset) => dataset && datasetWithJob(dataset, job));
  queries.setQueriesData<Page<DatasetFile>>(
    answersOf("/api/datasets/{id}/files", { id }),
    (page) => page && { ...page, items: page.items.map((item) => fileWithJob(item, job)) },
  );
  queries.setQueriesData<Page<DatasetCheck>>(
    answersOf("/api/datasets/{id}/files/{fid}/checks", { id }),
    (page) => page && { ...page, items: page.items.map((check) => withJob(check, job)) },
  );
}

function applyIndex(queries: QueryClient, job: Job): void {
  const { subject_id: id } = job;
  if (finished(job)) {
    void reread(queries, indexLists, { queryKey: indexQuery(id).queryKey });
    return;
  }
  queries.setQueryData(indexQuery(id).queryKey, (index) => (index?.job?.id === job.id ? { ...index, job } : index));
  queries.setQueriesData<Page<BioIndexRow>>(indexLists, (page) =>
    isPage(page) ? { ...page, items: page.items.map((row) => (row.job?.id === job.id ? { ...row, job } : row)) } : page,
  );
}

function applyTool(queries: QueryClient, job: Job): void {
  const { subject_id: id } = job;
  if (finished(job)) {
    void reread(queries, toolRuns, ofToolRun(id));
    return;
  }
  const moved = (run: ToolRun) => (run.job?.id === job.id ? { ...run, job } : run);
  queries.setQueryData(toolRunQuery(id).queryKey, (run) => run && moved(run));
  queries.setQueryData(toolRunsQuery.queryKey, (page) => page && { ...page, items: page.items.map(moved) });
}

function applyTable(queries: QueryClient, job: Job): void {
  const { subject_id: id } = job;
  if (finished(job)) {
    void reread(queries, { queryKey: tableQuery(id).queryKey });
    return;
  }
  queries.setQueryData(tableQuery(id).queryKey, (table) => table && { ...table, job });
}

const appliers: Record<Job["kind"], (queries: QueryClient, job: Job) => void> = {
  qc: applyQc,
  meta: applyMeta,
  "sgc-archive": applyArchive,
  "dataset-check": applyCheck,
  "index-build": applyIndex,
  "index-verify": applyIndex,
  "tool-run": applyTool,
  table: applyTable,
};

/**
 * Updates a job's progress wherever its owner is shown; when it has ended, its results are read
 * again.
 */
export function applyJob(queries: QueryClient, job: Job): void {
  // A newer server may have kinds that this page does not know.
  appliers[job.kind]?.(queries, job);
}

/** Everything that shows jobs. */
const shownOfJobs: readonly QueryFilters[] = [
  { queryKey: apiKey("/api/hermes") },
  answersOf("/api/datasets/{id}"),
  answersOf("/api/datasets/{id}/files"),
  indexLists,
  toolRuns,
  { queryKey: apiKey("/api/tables") },
];

/**
 * One stream for the whole page. While it is disconnected, the shown data are read again every few
 * seconds.
 */
class LiveJobs {
  private source: EventSource | undefined;
  /** Events may have been missed while disconnected. */
  private missed = false;
  private leaving: ReturnType<typeof setTimeout> | undefined;
  private poll: ReturnType<typeof setInterval> | undefined;
  private reopen: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly queries: QueryClient) {}

  open(): void {
    const source = new EventSource(`${apiOrigin}/api/events`, { withCredentials: apiOrigin !== "" });
    source.addEventListener("job", (event) => applyJob(this.queries, JSON.parse(event.data) as Job));
    source.onopen = () => {
      if (this.missed) this.refresh();
      this.stopWaiting();
    };
    source.onerror = () => {
      this.missed = true;
      clearTimeout(this.leaving);
      this.leaving = setTimeout(() => this.lost(source), leavingMs);
    };
    this.source = source;
  }

  close(): void {
    this.source?.close();
    clearTimeout(this.reopen);
    this.stopWaiting();
  }

  private lost(source: EventSource): void {
    connection.suspect();
    this.poll ??= setInterval(() => this.refresh(), pollMs);
    // The browser reconnects by itself unless the answer was not a stream.
    if (source.readyState === EventSource.CLOSED) this.reopen = setTimeout(() => this.open(), reopenMs);
  }

  private refresh(): void {
    for (const filter of shownOfJobs) {
      void this.queries.invalidateQueries({ ...filter, refetchType: "active" });
    }
  }

  private stopWaiting(): void {
    this.missed = false;
    clearTimeout(this.leaving);
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
