import { client, unwrap } from "@/api/client";
import type { BioIndex, BioIndexDefinition, BioIndexInput, BioIndexSharing } from "./bioindex";

const match = (version: number) => ({ "If-Match": `"${version}"` });

export function createIndex(body: BioIndexInput): Promise<BioIndex> {
  return unwrap(client.POST("/api/indexes", { body }));
}

export function renameIndex({ id, version }: BioIndex, name: string): Promise<BioIndex> {
  return unwrap(
    client.PATCH("/api/indexes/{id}", { params: { path: { id }, header: match(version) }, body: { name } }),
  );
}

/** Into the bin; `forever` removes one that is there. */
export async function deleteIndex(id: string, forever = false): Promise<void> {
  const query = forever ? { forever } : undefined;
  await unwrap(client.DELETE("/api/indexes/{id}", { params: { path: { id }, query } }));
}

export function restoreIndex(id: string): Promise<BioIndex> {
  return unwrap(client.POST("/api/indexes/{id}/restore", { params: { path: { id } } }));
}

/** Rebuilds it; values missing in `definition` are unchanged. */
export function rebuildIndex(id: string, definition: BioIndexDefinition = {}): Promise<BioIndex> {
  return unwrap(client.POST("/api/indexes/{id}/rebuild", { params: { path: { id } }, body: definition }));
}

/** Compares other random queries with a reading of the whole file. */
export function verifyIndex(id: string): Promise<BioIndex> {
  return unwrap(client.POST("/api/indexes/{id}/verify", { params: { path: { id } }, body: {} }));
}

export function shareIndex(
  { id, version }: BioIndex,
  body: { sharing: BioIndexSharing; people: string[] },
): Promise<BioIndex> {
  const params = { path: { id }, header: match(version) };
  return unwrap(client.PUT("/api/indexes/{id}/sharing", { params, body }));
}
