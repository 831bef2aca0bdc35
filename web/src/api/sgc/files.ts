/** Files of the SGC area as downloads. */

import { bearerHeader } from "@/api/bearer";
import { apiOrigin } from "@/api/client";
import { toApiError } from "@/api/error";
import { sessionLost, sgcSessionLost } from "@/api/session-lost";
import { createTransport } from "@/api/transport";
import { connection } from "@/lib/browser/connection";

const transport = createTransport(connection.suspect);

/** The body of an answer, handed over to the browser as it comes, which keeps a large one on disk. */
function counted(response: Response, onBytes: (done: number) => void): Promise<Blob> {
  let done = 0;
  const counting = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, out) {
      done += chunk.byteLength;
      onBytes(done);
      out.enqueue(chunk);
    },
  });
  return new Response(response.body?.pipeThrough(counting)).blob();
}

/** Reads a file of the area with what opens it in this browser; `onBytes` hears how much there is so far. */
export async function fetchSgcFile(path: string, onBytes?: (done: number) => void): Promise<Blob> {
  const headers = bearerHeader();
  const credentials = apiOrigin === "" ? "same-origin" : "include";
  const response = await transport(
    new Request(new URL(`${apiOrigin}${path}`, location.href), { headers, credentials }),
  );
  if (response.ok) return onBytes ? counted(response, onBytes) : response.blob();
  if (response.status === 401) (headers.Authorization ? sgcSessionLost : sessionLost).announce();
  throw toApiError(response, await response.json().catch(() => undefined));
}

/** Reads a file of the area and hands it to the browser as a download. */
export async function saveSgcFile(path: string, fileName: string, onBytes?: (done: number) => void): Promise<void> {
  const url = URL.createObjectURL(await fetchSgcFile(path, onBytes));
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}
