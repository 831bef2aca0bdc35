import { keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import { apiOrigin, client, type Schemas, unwrap } from "./client";
import { absentOrForbidden } from "./error";
import type { operations } from "./gen/schema";

/** What somebody builds; its document says what is shown of a table. */
export type Page = Schemas["Page"];
export type PageRow = Schemas["PageRow"];
export type PageSharing = Schemas["PageSharing"];
export type PageProblem = Schemas["PageProblem"];
export type PageVersion = Schemas["PageVersion"];
export type PageDifference = Schemas["PageDifference"];
export type PageListParams = NonNullable<operations["listPages"]["parameters"]["query"]>;
export type PublishedPage = Schemas["PublishedPage"];
export type PublishedPageRow = Schemas["PublishedPageRow"];
export type PublishedListParams = NonNullable<operations["listPublishedPages"]["parameters"]["query"]>;

export const pageKeys = {
  all: ["pages"] as const,
  lists: ["pages", "list"] as const,
  page: (id: string) => ["pages", "one", id] as const,
  versions: (id: string) => ["pages", "versions", id] as const,
  published: ["pages", "published"] as const,
};

export const pagesQuery = (query: PageListParams) =>
  queryOptions({
    queryKey: [...pageKeys.lists, query],
    queryFn: ({ signal }) => unwrap(client.GET("/api/configurations", { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });

export const pageQuery = (id: string) =>
  queryOptions({
    queryKey: pageKeys.page(id),
    queryFn: ({ signal }) => unwrap(client.GET("/api/configurations/{id}", { params: { path: { id } }, signal })),
    throwOnError: absentOrForbidden,
  });

/** What is wrong with a document that shows this table. */
export const pageCheckQuery = (document: object, table: string | undefined) =>
  queryOptions({
    queryKey: [...pageKeys.all, "check", table, document],
    queryFn: ({ signal }) =>
      unwrap(
        client.POST("/api/configurations/check", {
          body: { document: document as Record<string, unknown>, ...(table && { table }) },
          signal,
        }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    placeholderData: keepPreviousData,
  });

export const pageVersionsQuery = (id: string) =>
  queryOptions({
    queryKey: pageKeys.versions(id),
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/configurations/{id}/versions", { params: { path: { id } }, signal })),
  });

/** A version beside the draft: what became of it since. */
export const pageVersionQuery = (id: string, number: number) =>
  queryOptions({
    queryKey: [...pageKeys.versions(id), number],
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/configurations/{id}/versions/{number}", {
          params: { path: { id, number }, query: { against: 0 } },
          signal,
        }),
      ),
  });

export const publishedPagesQuery = (query: PublishedListParams) =>
  queryOptions({
    queryKey: [...pageKeys.published, query],
    queryFn: ({ signal }) => unwrap(client.GET("/api/p/pages", { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });

export const publishedPictureUrl = (slug: string) => `${apiOrigin}/api/p/pages/${encodeURIComponent(slug)}/picture`;

/** After a change: the page shows what came back, lists are read again. */
export async function pageChanged(queries: QueryClient, page: Page): Promise<void> {
  queries.setQueryData(pageKeys.page(page.id), page);
  await Promise.all([pageKeys.lists, pageKeys.published].map((queryKey) => queries.invalidateQueries({ queryKey })));
}
