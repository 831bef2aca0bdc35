import { client, type Schemas, unwrap } from "./client";

export type Job = Schemas["Job"];

export function finished(job: Job): boolean {
  return job.state === "succeeded" || job.state === "failed" || job.state === "cancelled";
}

const unfinishedMs = 10_000;

/**
 * How long until something whose job is unfinished is read again, as the interval of a query. Events come at once, but
 * one that arrives while an older answer is still on its way would be the last word about that job.
 */
export function rereadUnfinished(...jobs: (Job | undefined)[]): number | false {
  return jobs.some((job) => job && !finished(job)) && unfinishedMs;
}

export async function cancelJob(id: string): Promise<void> {
  await unwrap(client.POST("/api/jobs/{id}/cancel", { params: { path: { id } } }));
}
