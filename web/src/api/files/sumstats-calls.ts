import { apiOrigin, client, type Schemas, unwrap } from "@/api/client";
import { shellWord } from "@/lib/text/shell";

/** How much of a file is sent to be looked at before the upload. */
const previewBytes = 256 * 1024;

/** What a file is by its first bytes, before any of it is stored. */
export function previewFile(file: File, signal?: AbortSignal): Promise<Schemas["Inspection"]> {
  return unwrap(
    client.POST("/api/sumstats/preview", {
      params: { query: { file_name: file.name, file_size: file.size } },
      // The contract declares "binary"; the generated type is string.
      body: file.slice(0, previewBytes) as unknown as string,
      bodySerializer: (body) => body,
      headers: { "Content-Type": "application/octet-stream" },
      signal,
    }),
  );
}

/** The same call for a terminal: a preview of the first bytes of a file. */
export function previewCall(name: string, size?: number): string {
  const query = new URLSearchParams({ file_name: name, ...(size !== undefined && { file_size: String(size) }) });
  const address = new URL(`${apiOrigin}/api/sumstats/preview?${query}`, location.href).href;
  return [
    `head -c ${previewBytes} ${shellWord(name)} | curl -H "Authorization: Bearer $TOKEN" \\`,
    `  -H "Content-Type: application/octet-stream" --data-binary @- ${shellWord(address)}`,
  ].join("\n");
}
