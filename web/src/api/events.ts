import { type QueryClient, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { connection } from "@/lib/browser/connection";
import { type BioIndex, type BioIndexRow, indexKeys } from "./bioindex";
import { apiOrigin, type Schemas } from "./client";
import { type Dataset, type DatasetCheck, type DatasetFile, datasetKeys, isOfChecks } from "./datasets";
import { hermesKeys } from "./hermes";
import { finished, type Job, jobKey } from "./job";
import { type Archive, sgcKeys } from "./sgc";
import { type Table, tableKeys } from "./tables";
import { type ToolRun, toolKeys } from "./tools";

type Upload = Schemas["HermesUpload"];
type UploadRow = Schemas["HermesUploadRow"];
type Meta = Schemas["MetaAnalysis"];
type Run = Schemas["QcRun"];
interface Page<T> {
  items: T[];
}

const pollMs = 5000;
const reopenMs = 15_000;
/** The stream also breaks when the page is left: whoever is still here after so long has lost it. */
const leavingMs = 500;

function withJob<T extends { job_id: string; job?: Job }>(owner: T, job: Job): T {
  return owner.job_id === job.id ? { ...owner, job } : owner;
}

function uploadWithJob<T extends UploadRow>(upload: T, job: Job): T {
  return upload.run?.job_id === job.id ? { ...upload, run: withJob(upload.run, job) } : upload;
}

/** Whether an entry of the cache is a page of a list; other entries stand under the same key. */
function isPage<T>(entry: Page<T> | undefined): entry is Page<T> {
  return typeof entry === "object" && entry !== null && "items" in entry;
}

/** Has what the job made read again. */
function reread(queries: QueryClient, keys: readonly QueryKey[]): void {
  for (const queryKey of keys) void queries.invalidateQueries({ queryKey });
}

function applyQc(queries: QueryClient, job: Job): void {
  const { subject_id: id } = job;
  if (finished(job)) {
    reread(queries, [hermesKeys.uploads, hermesKeys.upload(id)]);
    return;
  }
  queries.setQueriesData<Page<UploadRow>>({ queryKey: hermesKeys.uploads }, (page) =>
    isPage(page) ? { ...page, items: page.items.map((upload) => uploadWithJob(upload, job)) } : page,
  );
  queries.setQueryData<Upload>(hermesKeys.upload(id), (upload) => upload && uploadWithJob(upload, job));
  queries.setQueryData<Page<Run>>(
    hermesKeys.runs(id),
    (page) => page && { ...page, items: page.items.map((run) => withJob(run, job)) },
  );
}

function applyMeta(queries: QueryClient, job: Job): void {
  const { subject_id: id } = job;
  if (finished(job)) {
    reread(queries, [hermesKeys.metas, hermesKeys.meta(id)]);
    return;
  }
  queries.setQueriesData<Page<Meta>>({ queryKey: hermesKeys.metas }, (page) =>
    isPage(page) ? { ...page, items: page.items.map((meta) => withJob(meta, job)) } : page,
  );
  queries.setQueryData<Meta>(hermesKeys.meta(id), (meta) => meta && withJob(meta, job));
}

function applyArchive(queries: QueryClient, job: Job): void {
  if (finished(job)) {
    reread(queries, [sgcKeys.archive]);
    return;
  }
  queries.setQueryData<Archive>(sgcKeys.archive, (archive) =>
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
    reread(queries, [datasetKeys.dataset(id), datasetKeys.files(id), datasetKeys.ofFiles(id)]);
    return;
  }
  queries.setQueryData<Dataset>(datasetKeys.dataset(id), (dataset) => dataset && datasetWithJob(dataset, job));
  queries.setQueriesData<Page<DatasetFile>>(
    { queryKey: datasetKeys.files(id) },
    (page) => page && { ...page, items: page.items.map((item) => fileWithJob(item, job)) },
  );
  queries.setQueriesData<Page<DatasetCheck>>(
    { queryKey: datasetKeys.ofFiles(id), predicate: isOfChecks },
    (page) => page && { ...page, items: page.items.map((check) => withJob(check, job)) },
  );
}

function applyIndex(queries: QueryClient, job: Job): void {
  const { subject_id: id } = job;
  if (finished(job)) {
    reread(queries, [indexKeys.lists, indexKeys.index(id)]);
    return;
  }
  queries.setQueryData<BioIndex>(indexKeys.index(id), (index) =>
    index?.job?.id === job.id ? { ...index, job } : index,
  );
  queries.setQueriesData<Page<BioIndexRow>>({ queryKey: indexKeys.lists }, (page) =>
    isPage(page) ? { ...page, items: page.items.map((row) => (row.job?.id === job.id ? { ...row, job } : row)) } : page,
  );
}

function applyTool(queries: QueryClient, job: Job): void {
  const { subject_id: id } = job;
  if (finished(job)) {
    reread(queries, [toolKeys.runs, toolKeys.run(id)]);
    return;
  }
  const moved = (run: ToolRun) => (run.job?.id === job.id ? { ...run, job } : run);
  queries.setQueryData<ToolRun>(toolKeys.run(id), (run) => run && moved(run));
  queries.setQueryData<Page<ToolRun>>(toolKeys.runs, (page) => page && { ...page, items: page.items.map(moved) });
}

function applyTable(queries: QueryClient, job: Job): void {
  const { subject_id: id } = job;
  if (finished(job)) {
    reread(queries, [tableKeys.table(id)]);
    return;
  }
  queries.setQueryData<Table>(tableKeys.table(id), (table) => table && { ...table, job });
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

/** Writes a job's progress wherever its owner is shown; when it ended, what it made is read again. */
export function applyJob(queries: QueryClient, job: Job): void {
  queries.setQueryData(jobKey(job.id), job);
  // A newer server may have kinds that this page does not know.
  appliers[job.kind]?.(queries, job);
}

/** One stream for the whole page; while it is down, what is shown is read again every few seconds. */
class LiveJobs {
  private source: EventSource | undefined;
  /** Something may have been told while the stream was down. */
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
    for (const queryKey of [
      ["hermes"],
      datasetKeys.datasets,
      datasetKeys.allFiles,
      indexKeys.lists,
      toolKeys.runs,
      tableKeys.all,
    ]) {
      void this.queries.invalidateQueries({ queryKey, refetchType: "active" });
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
