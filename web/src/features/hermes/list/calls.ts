import { apiOrigin, client, unwrap } from "@/api/client";

export function deleteUpload(id: string): Promise<unknown> {
  return unwrap(client.DELETE("/api/hermes/uploads/{id}", { params: { path: { id } } }));
}

/** Metadata of everything the user may see, one row each. */
export const metadataCsvUrl = `${apiOrigin}/api/hermes/metadata.csv`;
