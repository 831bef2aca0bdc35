import { keepPreviousData, type QueryClient, type QueryFilters } from "@tanstack/react-query";
import { answersOf, apiKey, apiQuery, apiQuestion, reread } from "@/api/api-query";
import { apiOrigin, type Schemas } from "@/api/client";
import { absentOrForbidden } from "@/api/error";
import type { operations } from "@/api/gen/schema";

/** A page of the page builder; its document defines how a table is shown. */
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

/** The own pages and those shared with the caller, as lists. */
export const pageLists = answersOf("/api/configurations");

/** Everything that is read of pages, drafts and published ones. */
export const allPages: readonly QueryFilters[] = [
  { queryKey: apiKey("/api/configurations") },
  { queryKey: apiKey("/api/p/pages") },
];

/** The versions of a page. */
export const ofVersions = (id: string): QueryFilters => ({
  queryKey: apiKey("/api/configurations/{id}/versions", { id }),
});

export const pagesQuery = (query: PageListParams) =>
  apiQuery("/api/configurations", { query }, { placeholderData: keepPreviousData });

export const pageQuery = (id: string) =>
  apiQuery("/api/configurations/{id}", { path: { id } }, { throwOnError: absentOrForbidden });

/** The problems of a document with this table. */
export const pageCheckQuery = (document: object, table: string | undefined) =>
  apiQuestion(
    "/api/configurations/check",
    { document: document as Record<string, unknown>, ...(table && { table }) },
    { staleTime: Number.POSITIVE_INFINITY, gcTime: 60_000, placeholderData: keepPreviousData },
  );

export const pageVersionsQuery = (id: string) => apiQuery("/api/configurations/{id}/versions", { path: { id } });

/** A version beside the draft: what became of it since. */
export const pageVersionQuery = (id: string, number: number) =>
  apiQuery("/api/configurations/{id}/versions/{number}", { path: { id, number }, query: { against: 0 } });

export const publishedPagesQuery = (query: PublishedListParams) =>
  apiQuery("/api/p/pages", { query }, { placeholderData: keepPreviousData });

export const publishedPictureUrl = (slug: string) => `${apiOrigin}/api/p/pages/${encodeURIComponent(slug)}/picture`;

/** After a change: the page shows what came back, lists are read again. */
export function pageChanged(queries: QueryClient, page: Page): Promise<void> {
  queries.setQueryData(pageQuery(page.id).queryKey, page);
  return reread(queries, pageLists, { queryKey: apiKey("/api/p/pages") });
}
