import { apiQuery } from "@/api/api-query";
import { apiOrigin, type Schemas } from "@/api/client";

export type PublicFreeze = Schemas["PublicFreeze"];
export type PublicFreezeResult = Schemas["PublicFreezeResult"];

export const publicFreezeQuery = (name: string) =>
  apiQuery("/api/public/freezes/{name}", { path: { name } }, { throwOnError: false });

/** Address of a file of a published freeze. */
export const publicFreezeFileUrl = (name: string, file: string): string =>
  `${apiOrigin}/api/public/freezes/${encodeURIComponent(name)}/files/${encodeURIComponent(file)}`;
