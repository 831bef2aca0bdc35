import { QueryClient } from "@tanstack/react-query";
import { describe, expect, test } from "vitest";
import { applyJob, type Job, jobKey } from "./events";
import { hermesKeys } from "./hermes";

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

  test("when it ended, what it made is read again", () => {
    const queries = cache();
    applyJob(queries, { ...job, state: "succeeded" });
    expect(queries.getQueryState(hermesKeys.upload("d1"))?.isInvalidated).toBe(true);
    expect(queries.getQueryState([...hermesKeys.uploads, { limit: 50 }])?.isInvalidated).toBe(true);
  });
});
