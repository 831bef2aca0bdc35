import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { client, type Schemas, unwrap } from "./client";

export type PublicSummary = Schemas["PublicSummary"];

/** Counts of public objects. */
export const publicSummaryQuery = queryOptions({
  queryKey: ["public", "summary"],
  queryFn: ({ signal }) => unwrap(client.GET("/api/public/summary", { signal })),
  throwOnError: false,
});

/** Public matches by kind. */
export const publicSearchQuery = (q: string) =>
  queryOptions({
    queryKey: ["public", "search", q],
    queryFn: async ({ signal }) =>
      (await unwrap(client.GET("/api/public/search", { params: { query: { q } }, signal }))).groups,
    placeholderData: keepPreviousData,
    throwOnError: false,
  });
