import { client, type Schemas, unwrap } from "@/api/client";
import type { HermesUpload } from "./hermes";
import type { ConsortiumSettings, Mails, SettingsInput } from "./review";

const match = (version: number) => ({ "If-Match": `"${version}"` });

export function reviewUpload(id: string, body: Schemas["ReviewRequest"]): Promise<HermesUpload> {
  return unwrap(client.POST("/api/hermes/uploads/{id}/review", { params: { path: { id } }, body }));
}

/** Takes the decision back that `version` holds. */
export function undoReview(id: string, version: number): Promise<HermesUpload> {
  const params = { path: { id }, header: match(version) };
  return unwrap(client.DELETE("/api/hermes/uploads/{id}/review", { params }));
}

/** Sends the uploader's answers; returns the submission to review, or only stores the answers. */
export function answerReview(id: string, version: number, body: Schemas["ReviewAnswers"]): Promise<HermesUpload> {
  const params = { path: { id }, header: match(version) };
  return unwrap(client.POST("/api/hermes/uploads/{id}/review/answers", { params, body }));
}

/** Sets the reviewer; an empty name lets any reviewer decide. */
export function assignReviewer(id: string, version: number, reviewer: string): Promise<HermesUpload> {
  const params = { path: { id }, header: match(version) };
  return unwrap(client.PUT("/api/hermes/uploads/{id}/reviewer", { params, body: { reviewer } }));
}

export function saveSettings(version: number, body: SettingsInput): Promise<ConsortiumSettings> {
  return unwrap(client.PUT("/api/hermes/settings", { params: { header: match(version) }, body }));
}

/** Marks the user's notices up to this time as seen. */
export async function readNotices(until: string): Promise<void> {
  await unwrap(client.POST("/api/hermes/notices/read", { body: { until } }));
}

export async function chooseMails(mails: Mails): Promise<void> {
  await unwrap(client.PUT("/api/hermes/notices/mails", { body: { mails } }));
}
