import { client, type Schemas, unwrap } from "@/api/client";
import { ApiError } from "@/lib/api-error";
import type { Freeze, FreezeInput } from "./freezes";

type One = Pick<Freeze, "id" | "version">;

const of = ({ id, version }: One) => ({ path: { id }, header: { "If-Match": `"${version}"` } });

export function createFreeze(body: FreezeInput): Promise<Freeze> {
  return unwrap(client.POST("/api/hermes/freezes", { body }));
}

export function updateFreeze(one: One, body: FreezeInput): Promise<Freeze> {
  return unwrap(client.PUT("/api/hermes/freezes/{id}", { params: of(one), body }));
}

export async function deleteFreeze(one: One): Promise<void> {
  await unwrap(client.DELETE("/api/hermes/freezes/{id}", { params: of(one) }));
}

/** A pause, so that the server compares what it is at. */
const pause = () => new Promise((done) => setTimeout(done, 300));

const mostTries = 1000;

/** Starts what is missing, outdated, failed or cancelled. The server refuses while it compares studies; then it is asked again. */
export async function startFreeze(one: One): Promise<Freeze> {
  for (let tries = 1; ; tries++) {
    try {
      return await unwrap(client.POST("/api/hermes/freezes/{id}/start", { params: of(one) }));
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "comparing" || tries >= mostTries) throw error;
      await pause();
    }
  }
}

export function cancelFreeze(one: One): Promise<Freeze> {
  return unwrap(client.POST("/api/hermes/freezes/{id}/cancel", { params: of(one) }));
}

export function withdrawCohort(
  one: One,
  body: { cohort: string; reason: string; release_version?: string },
): Promise<Freeze> {
  return unwrap(client.POST("/api/hermes/freezes/{id}/cohort-withdrawals", { params: of(one), body }));
}

export function publishFreeze(
  one: One,
  body: { name: Schemas["FreezePublicName"]; terms?: string; embargo_until?: string },
): Promise<Freeze> {
  return unwrap(client.PUT("/api/hermes/freezes/{id}/publication", { params: of(one), body }));
}

export function withdrawFreeze(one: One): Promise<Freeze> {
  return unwrap(client.DELETE("/api/hermes/freezes/{id}/publication", { params: of(one) }));
}
