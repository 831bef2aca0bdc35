import { apiOrigin } from "./client";
import { toApiError } from "./error";
import { sessionLost } from "./session-lost";
import { createTransport } from "./transport";

/** Where files are sent by the tus protocol. */
export const uploadsEndpoint = `${apiOrigin}/api/uploads/`;

const transport = createTransport();

export function uploadUrl(id: string): string {
  return `${uploadsEndpoint}${encodeURIComponent(id)}`;
}

/** The id that the server gave an upload, from the address it answered. */
export function uploadIdOf(url: string): string {
  return decodeURIComponent(new URL(url, location.href).pathname.split("/").filter(Boolean).at(-1) ?? "");
}

/** Removes a file that was not registered, and what was sent of it. */
export async function discardUpload(id: string): Promise<void> {
  const response = await transport(
    new Request(new URL(uploadUrl(id), location.href), {
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
