import { queryOptions } from "@tanstack/react-query";
import { apiKey, apiQuery } from "@/api/api-query";
import { apiOrigin, client, type Schemas, unwrap } from "@/api/client";

export type PublicFreeze = Schemas["PublicFreeze"];
export type PublicFreezeResult = Schemas["PublicFreezeResult"];

/** The description for catalogues, as schema.org and Croissant. */
export const publicFreezeMetadataQuery = (name: string, publishedAt: string) =>
  queryOptions({
    queryKey: [
      ...apiKey("/api/public/freezes/{name}/files/{file}", { name, file: "metadata.jsonld" }),
      {},
      publishedAt,
    ],
    queryFn: ({ signal }) => {
      const params = { path: { name, file: "metadata.jsonld" } };
      const call = client.GET("/api/public/freezes/{name}/files/{file}", { params, signal, parseAs: "text" });
      return unwrap(call) as unknown as Promise<string>;
    },
    staleTime: Number.POSITIVE_INFINITY,
    throwOnError: false,
  });

export const publicFreezeQuery = (name: string) =>
  apiQuery("/api/public/freezes/{name}", { path: { name } }, { throwOnError: false });

/** Address of a file of a published freeze. */
export const publicFreezeFileUrl = (name: string, file: string): string =>
  `${apiOrigin}/api/public/freezes/${encodeURIComponent(name)}/files/${encodeURIComponent(file)}`;
