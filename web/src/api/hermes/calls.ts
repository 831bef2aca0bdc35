import { client, type Schemas, unwrap } from "@/api/client";
import type { CheckedMetadata, HermesUpload, HermesUploadRow, QcRun, QcSettings } from "./hermes";

const match = (version: number) => ({ "If-Match": `"${version}"` });

export function registerUpload(body: Schemas["CreateHermesUpload"]): Promise<HermesUpload> {
  return unwrap(client.POST("/api/hermes/uploads", { body }));
}

/** A change withdraws an acceptance only with `withdrawal`, which the page has shown. */
const confirmed = (withdrawal: Schemas["HermesWithdrawal"] | undefined) => (withdrawal ? { withdraw: true } : {});

export function updateUpload(
  { id, version, withdrawal }: HermesUpload,
  body: Schemas["UpdateHermesUpload"],
): Promise<HermesUpload> {
  const params = { path: { id }, header: match(version), query: confirmed(withdrawal) };
  return unwrap(client.PUT("/api/hermes/uploads/{id}/metadata", { params, body }));
}

export async function deleteUpload(id: string): Promise<void> {
  await unwrap(client.DELETE("/api/hermes/uploads/{id}", { params: { path: { id } } }));
}

/** Checks the metadata of files by the rules of registration; nothing is stored. */
export function checkMetadata(body: Schemas["HermesMetadataCheck"], signal?: AbortSignal): Promise<CheckedMetadata> {
  return unwrap(client.POST("/api/hermes/metadata/check", { body, signal }));
}

export function createRun({ id, withdrawal }: HermesUploadRow, body: QcSettings): Promise<QcRun> {
  const params = { path: { id }, query: confirmed(withdrawal) };
  return unwrap(client.POST("/api/hermes/uploads/{id}/qc-runs", { params, body }));
}
