import type { QueryClient } from "@tanstack/react-query";
import { apiQuery } from "@/api/api-query";
import { apiOrigin, type Schemas } from "@/api/client";
import { toApiError } from "@/api/error";
import { sessionLost, sessionRestored } from "@/api/session-lost";
import { createTransport } from "@/api/transport";
import { connection } from "@/lib/browser/connection";
import { type UploadServer, uploadAddress } from "@/lib/upload/server";

export type PendingUpload = Schemas["PendingUpload"];

/** Where files are sent by the tus protocol. */
const uploadsEndpoint = `${apiOrigin}/api/uploads/`;

const transport = createTransport(connection.suspect);

/** Files of the caller that are incomplete, or complete and not registered. */
export const pendingQuery = apiQuery("/api/uploads/", {});

/** What an own file that has arrived is; the same file stays the same. */
export const uploadInspectionQuery = (id: string) =>
  apiQuery(
    "/api/uploads/{id}/inspection",
    { path: { id } },
    { staleTime: Number.POSITIVE_INFINITY, throwOnError: false },
  );

function endpoint(): string {
  return new URL(uploadsEndpoint, location.href).href;
}

/** This server, as uploads need it. */
export function uploadServer(queries: QueryClient): UploadServer {
  return {
    endpoint: endpoint(),
    crossOrigin: apiOrigin !== "",
    errorOf: toApiError,
    held: async () => (await queries.fetchQuery({ ...pendingQuery, staleTime: 0 })).items,
    signedOut: () => sessionLost.announce(),
    onSignedIn: (listener) => sessionRestored.subscribe(listener),
    left: () => void queries.invalidateQueries({ queryKey: pendingQuery.queryKey }),
  };
}

/** Removes a file that was not registered, and what was sent of it. */
export async function discardUpload(id: string): Promise<void> {
  const response = await transport(
    new Request(uploadAddress(endpoint(), id), {
      method: "DELETE",
      headers: { "Tus-Resumable": "1.0.0" },
      credentials: apiOrigin === "" ? "same-origin" : "include",
    }),
  );
  if (response.ok || response.status === 404 || response.status === 410) return;
  const body: unknown = await response.json().catch(() => undefined);
  if (response.status === 401) sessionLost.announce();
  throw toApiError(response, body);
}
