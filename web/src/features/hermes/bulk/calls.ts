import { client, type Schemas, unwrap } from "@/api/client";

export type CheckedMetadata = Schemas["HermesCheckedMetadata"];
export type CheckedFile = Schemas["HermesCheckedFile"];
export type SheetProblem = Schemas["HermesSheetProblem"];

/** What the metadata of files comes to, by the rules of registering; nothing is kept. */
export function checkMetadata(body: Schemas["HermesMetadataCheck"], signal?: AbortSignal): Promise<CheckedMetadata> {
  return unwrap(client.POST("/api/hermes/metadata/check", { body, signal }));
}

/** The bytes of a file as the server takes them inside JSON. */
export async function base64Of(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
