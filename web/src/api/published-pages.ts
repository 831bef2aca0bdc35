/** Pages that are published: what everybody may read, and what is shared with whoever is signed in. */
import { queryOptions } from "@tanstack/react-query";
import { client, type Schemas, unwrapQuietly } from "./client";

export type PublishedPage = Schemas["PublishedPage"];

export const publishedPageQuery = (slug: string) =>
  queryOptions({
    queryKey: ["pages", "published", "one", slug],
    queryFn: ({ signal }) => unwrapQuietly(client.GET("/api/p/pages/{slug}", { params: { path: { slug } }, signal })),
    throwOnError: false,
  });
