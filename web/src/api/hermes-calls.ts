import { client, type Schemas, unwrap } from "./client";
import type { CheckedMetadata, HermesUpload, QcRun, QcSettings } from "./hermes";

const match = (version: number) => ({ "If-Match": `"${version}"` });

export function registerUpload(body: Schemas["CreateHermesUpload"]): Promise<HermesUpload> {
  return unwrap(client.POST("/api/hermes/uploads", { body }));
}

export function updateUpload(id: string, version: number, body: Schemas["UpdateHermesUpload"]): Promise<HermesUpload> {
  const params = { path: { id }, header: match(version) };
  return unwrap(client.PUT("/api/hermes/uploads/{id}/metadata", { params, body }));
}

export async function deleteUpload(id: string): Promise<void> {
  await unwrap(client.DELETE("/api/hermes/uploads/{id}", { params: { path: { id } } }));
}

/** What the metadata of files comes to, by the rules of registering; nothing is kept. */
export function checkMetadata(body: Schemas["HermesMetadataCheck"], signal?: AbortSignal): Promise<CheckedMetadata> {
  return unwrap(client.POST("/api/hermes/metadata/check", { body, signal }));
}

export function createRun(id: string, body: QcSettings): Promise<QcRun> {
  return unwrap(client.POST("/api/hermes/uploads/{id}/qc-runs", { params: { path: { id } }, body }));
}
