import { queryOptions } from "@tanstack/react-query";
import { client, type Schemas, unwrap } from "./client";

export type ConsortiumProfile = Schemas["Consortium"];
export type ConsortiumInput = Schemas["ConsortiumInput"];

/** How the registry presents itself now; the pages have what it was when they were loaded. */
export const consortiumProfileQuery = queryOptions({
  queryKey: ["consortium"],
  queryFn: ({ signal }) => unwrap(client.GET("/api/consortium", { signal })),
});

export function saveConsortium(version: number, body: ConsortiumInput): Promise<ConsortiumProfile> {
  return unwrap(client.PUT("/api/consortium", { params: { header: { "If-Match": `"${version}"` } }, body }));
}
