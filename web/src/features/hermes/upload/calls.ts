import { client, type Schemas, unwrap } from "@/api/client";
import type { HermesUpload } from "@/api/hermes";

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
