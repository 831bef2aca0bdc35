import { client, type Schemas, unwrap } from "@/api/client";
import type { HermesUpload, Inspection } from "@/api/hermes";

/** How much of a file is sent to be looked at before the upload. */
export const previewBytes = 256 * 1024;

export function previewFile(file: File, signal?: AbortSignal): Promise<Inspection> {
  return unwrap(
    client.POST("/api/sumstats/preview", {
      params: { query: { file_name: file.name, file_size: file.size } },
      // The contract says "binary"; the generated type is text.
      body: file.slice(0, previewBytes) as unknown as string,
      bodySerializer: (body) => body,
      headers: { "Content-Type": "application/octet-stream" },
      signal,
    }),
  );
}

export function registerUpload(body: Schemas["CreateHermesUpload"]): Promise<HermesUpload> {
  return unwrap(client.POST("/api/hermes/uploads", { body }));
}

export function updateUpload(id: string, version: number, body: Schemas["UpdateHermesUpload"]): Promise<HermesUpload> {
  return unwrap(
    client.PUT("/api/hermes/uploads/{id}/metadata", {
      params: { path: { id }, header: { "If-Match": `"${version}"` } },
      body,
    }),
  );
}
