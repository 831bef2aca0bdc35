import { QueryClient, type QueryKey } from "@tanstack/react-query";
import { describe, expect, test } from "vitest";
import { checksQuery, datasetQuery, filesQuery } from "./datasets/datasets";
import { applyJob } from "./events";
import { uploadQuery, uploadsQuery } from "./hermes/hermes";
import { acceptedQuery, metaQuery, metasQuery } from "./hermes/meta";
import type { Job } from "./job";
import { archiveQuery } from "./sgc/sgc";

const job: Job = {
  id: "j1",
  kind: "qc",
  subject_id: "d1",
  state: "running",
  stage: "Sorting",
  done: 5,
  total: 10,
  attempt: 1,
  updated_at: "2026-11-21T12:00:00Z",
};

/** Puts as much of an answer into the cache as a test needs. */
function seed(queries: QueryClient, key: QueryKey, data: object): void {
  queries.setQueryData(key, data);
}

function cache() {
  const queries = new QueryClient();
  const upload = (id: string, jobId: string) => ({ id, run: { id: `r-${id}`, job_id: jobId } });
  seed(queries, uploadsQuery({ limit: 50 }).queryKey, {
    items: [upload("d1", "j1"), upload("d2", "j2")],
    total: 2,
  });
  seed(queries, uploadQuery("d1").queryKey, upload("d1", "j1"));
  return queries;
}

describe("applyJob", () => {
  test("progress reaches the list and the data set, and nobody else's", () => {
    const queries = cache();
    applyJob(queries, job);
    expect(queries.getQueryData(uploadsQuery({ limit: 50 }).queryKey)).toMatchObject({
      items: [{ run: { job } }, { id: "d2", run: { id: "r-d2", job_id: "j2" } }],
    });
    expect(queries.getQueryData(uploadQuery("d1").queryKey)).toMatchObject({ run: { job } });
    expect(queries.getQueryState(uploadQuery("d1").queryKey)?.isInvalidated).toBe(false);
  });

  test("what stands beside the lists under their key, and is none, stays as it is", () => {
    const queries = cache();
    const accepted = [{ id: "d3" }];
    seed(queries, acceptedQuery.queryKey, accepted);
    applyJob(queries, job);
    expect(queries.getQueryData(acceptedQuery.queryKey)).toBe(accepted);
  });

  test("when it ended, what it made is read again", () => {
    const queries = cache();
    applyJob(queries, { ...job, state: "succeeded" });
    expect(queries.getQueryState(uploadQuery("d1").queryKey)?.isInvalidated).toBe(true);
    expect(queries.getQueryState(uploadsQuery({ limit: 50 }).queryKey)?.isInvalidated).toBe(true);
  });

  test("a meta-analysis, and only that", () => {
    const queries = cache();
    seed(queries, metaQuery("m1").queryKey, { id: "m1", job_id: "j7" });
    applyJob(queries, { ...job, id: "j7", kind: "meta", subject_id: "m1" });
    expect(queries.getQueryData(metaQuery("m1").queryKey)).toMatchObject({ job: { id: "j7" } });
    applyJob(queries, { ...job, id: "j7", kind: "meta", subject_id: "m1", state: "succeeded" });
    expect(queries.getQueryState(metaQuery("m1").queryKey)?.isInvalidated).toBe(true);
    expect(queries.getQueryState(uploadQuery("d1").queryKey)?.isInvalidated).toBe(false);
  });

  test("an archive of SGC is no meta-analysis", () => {
    const queries = cache();
    seed(queries, metasQuery({}).queryKey, { items: [] });
    seed(queries, archiveQuery.queryKey, { state: "building", job: { ...job, id: "j8", done: 1 } });
    const archive: Job = { ...job, id: "j8", kind: "sgc-archive", subject_id: "a1" };
    applyJob(queries, archive);
    expect(queries.getQueryData(archiveQuery.queryKey)).toMatchObject({ job: { done: 5 } });
    applyJob(queries, { ...archive, state: "failed" });
    expect(queries.getQueryState(archiveQuery.queryKey)?.isInvalidated).toBe(true);
    expect(queries.getQueryState(metasQuery({}).queryKey)?.isInvalidated).toBe(false);
  });
});

describe("applyJob of a check", () => {
  const check: Job = { ...job, id: "j9", kind: "dataset-check", subject_id: "s1" };
  const file = (id: string, jobId: string) => ({ id, check: { id: `c-${id}`, job_id: jobId, status: "queued" } });

  function registry() {
    const queries = new QueryClient();
    seed(queries, datasetQuery("s1").queryKey, { id: "s1", phenotypes: [{ file: file("f1", "j9") }, {}] });
    seed(queries, datasetQuery("s2").queryKey, { id: "s2", phenotypes: [{ file: file("f2", "j10") }] });
    seed(queries, filesQuery("s1").queryKey, { items: [file("f1", "j9")] });
    seed(queries, checksQuery("s1", "f1").queryKey, { items: [{ id: "c-f1", job_id: "j9" }] });
    return queries;
  }
  const shown = [datasetQuery("s1").queryKey, filesQuery("s1").queryKey, checksQuery("s1", "f1").queryKey];
  const stale = (queries: QueryClient) => shown.map((key) => queries.getQueryState(key)?.isInvalidated);

  test("progress reaches the data set, its files and the checks of the file", () => {
    const queries = registry();
    const before = queries.getQueryData(datasetQuery("s2").queryKey);
    applyJob(queries, check);
    const [dataset, files, checks] = shown.map((key) => queries.getQueryData(key));
    expect(dataset).toMatchObject({ phenotypes: [{ file: { check: { job: check } } }, {}] });
    expect(files).toMatchObject({ items: [{ check: { job: check } }] });
    expect(checks).toMatchObject({ items: [{ job: check }] });
    expect(stale(queries)).toEqual([false, false, false]);
    expect(queries.getQueryData(datasetQuery("s2").queryKey)).toBe(before);
  });

  test("when it ended, they are read again, and no other data set", () => {
    const queries = registry();
    applyJob(queries, { ...check, state: "succeeded" });
    expect(stale(queries)).toEqual([true, true, true]);
    expect(queries.getQueryState(datasetQuery("s2").queryKey)?.isInvalidated).toBe(false);
  });

  test("files that are shown without their data set", () => {
    const queries = registry();
    queries.removeQueries({ queryKey: datasetQuery("s1").queryKey });
    applyJob(queries, check);
    expect(queries.getQueryData(shown[1] ?? [])).toMatchObject({ items: [{ check: { job: check } }] });
  });
});
