import { QueryClient } from "@tanstack/react-query";
import { describe, expect, test } from "vitest";
import { datasetKeys } from "./datasets";
import { applyJob } from "./events";
import { hermesKeys } from "./hermes";
import { type Job, jobKey } from "./job";
import { sgcKeys } from "./sgc";

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

function cache() {
  const queries = new QueryClient();
  const upload = (id: string, jobId: string) => ({ id, run: { id: `r-${id}`, job_id: jobId } });
  queries.setQueryData([...hermesKeys.uploads, { limit: 50 }], {
    items: [upload("d1", "j1"), upload("d2", "j2")],
    total: 2,
  });
  queries.setQueryData(hermesKeys.upload("d1"), upload("d1", "j1"));
  return queries;
}

describe("applyJob", () => {
  test("progress reaches the list and the data set, and nobody else's", () => {
    const queries = cache();
    applyJob(queries, job);
    expect(queries.getQueryData([...hermesKeys.uploads, { limit: 50 }])).toMatchObject({
      items: [{ run: { job } }, { id: "d2", run: { id: "r-d2", job_id: "j2" } }],
    });
    expect(queries.getQueryData(hermesKeys.upload("d1"))).toMatchObject({ run: { job } });
    expect(queries.getQueryData(jobKey("j1"))).toEqual(job);
    expect(queries.getQueryState(hermesKeys.upload("d1"))?.isInvalidated).toBe(false);
  });

  test("what stands beside the lists under their key, and is none, stays as it is", () => {
    const queries = cache();
    const accepted = [{ id: "d3" }];
    queries.setQueryData([...hermesKeys.uploads, "accepted"], accepted);
    applyJob(queries, job);
    expect(queries.getQueryData([...hermesKeys.uploads, "accepted"])).toBe(accepted);
  });

  test("when it ended, what it made is read again", () => {
    const queries = cache();
    applyJob(queries, { ...job, state: "succeeded" });
    expect(queries.getQueryState(hermesKeys.upload("d1"))?.isInvalidated).toBe(true);
    expect(queries.getQueryState([...hermesKeys.uploads, { limit: 50 }])?.isInvalidated).toBe(true);
  });

  test("a meta-analysis, and only that", () => {
    const queries = cache();
    queries.setQueryData(hermesKeys.meta("m1"), { id: "m1", job_id: "j7" });
    applyJob(queries, { ...job, id: "j7", kind: "meta", subject_id: "m1" });
    expect(queries.getQueryData(hermesKeys.meta("m1"))).toMatchObject({ job: { id: "j7" } });
    applyJob(queries, { ...job, id: "j7", kind: "meta", subject_id: "m1", state: "succeeded" });
    expect(queries.getQueryState(hermesKeys.meta("m1"))?.isInvalidated).toBe(true);
    expect(queries.getQueryState(hermesKeys.upload("d1"))?.isInvalidated).toBe(false);
  });

  test("an archive of SGC is no meta-analysis", () => {
    const queries = cache();
    queries.setQueryData(hermesKeys.metas, { items: [] });
    queries.setQueryData(sgcKeys.archive, { state: "building", job: { ...job, id: "j8", done: 1 } });
    const archive: Job = { ...job, id: "j8", kind: "sgc-archive", subject_id: "a1" };
    applyJob(queries, archive);
    expect(queries.getQueryData(sgcKeys.archive)).toMatchObject({ job: { done: 5 } });
    applyJob(queries, { ...archive, state: "failed" });
    expect(queries.getQueryState(sgcKeys.archive)?.isInvalidated).toBe(true);
    expect(queries.getQueryState(hermesKeys.metas)?.isInvalidated).toBe(false);
  });
});

describe("applyJob of a check", () => {
  const check: Job = { ...job, id: "j9", kind: "dataset-check", subject_id: "s1" };
  const file = (id: string, jobId: string) => ({ id, check: { id: `c-${id}`, job_id: jobId, status: "queued" } });

  function registry() {
    const queries = new QueryClient();
    queries.setQueryData(datasetKeys.dataset("s1"), { id: "s1", phenotypes: [{ file: file("f1", "j9") }, {}] });
    queries.setQueryData(datasetKeys.dataset("s2"), { id: "s2", phenotypes: [{ file: file("f2", "j10") }] });
    queries.setQueryData([...datasetKeys.files("s1"), false], { items: [file("f1", "j9")] });
    queries.setQueryData(datasetKeys.checks("s1", "f1"), { items: [{ id: "c-f1", job_id: "j9" }] });
    return queries;
  }
  const shown = [datasetKeys.dataset("s1"), [...datasetKeys.files("s1"), false], datasetKeys.checks("s1", "f1")];
  const stale = (queries: QueryClient) => shown.map((key) => queries.getQueryState(key)?.isInvalidated);

  test("progress reaches the data set, its files and the checks of the file", () => {
    const queries = registry();
    const before = queries.getQueryData(datasetKeys.dataset("s2"));
    applyJob(queries, check);
    const [dataset, files, checks] = shown.map((key) => queries.getQueryData(key));
    expect(dataset).toMatchObject({ phenotypes: [{ file: { check: { job: check } } }, {}] });
    expect(files).toMatchObject({ items: [{ check: { job: check } }] });
    expect(checks).toMatchObject({ items: [{ job: check }] });
    expect(stale(queries)).toEqual([false, false, false]);
    expect(queries.getQueryData(datasetKeys.dataset("s2"))).toBe(before);
  });

  test("when it ended, they are read again, and no other data set", () => {
    const queries = registry();
    applyJob(queries, { ...check, state: "succeeded" });
    expect(stale(queries)).toEqual([true, true, true]);
    expect(queries.getQueryState(datasetKeys.dataset("s2"))?.isInvalidated).toBe(false);
  });

  test("files that are shown without their data set", () => {
    const queries = registry();
    queries.removeQueries({ queryKey: datasetKeys.datasets });
    applyJob(queries, check);
    expect(queries.getQueryData(shown[1] ?? [])).toMatchObject({ items: [{ check: { job: check } }] });
  });
});
