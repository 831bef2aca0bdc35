import { keepPreviousData, type QueryFilters, queryOptions } from "@tanstack/react-query";
import { answersOf, apiKey, apiQuery } from "@/api/api-query";
import { apiOrigin, client, type Schemas, unwrap } from "@/api/client";
import { absentOrForbidden } from "@/api/error";
import type { operations } from "@/api/gen/schema";
import { rereadUnfinished } from "@/api/job";
import { plotOptions } from "@/api/plots";

export type MetaAnalysis = Schemas["MetaAnalysis"];
export type MetaOptions = Schemas["MetaOptions"];
export type MetalScript = Schemas["MetalScript"];
export type MetaCaution = Schemas["MetaCaution"];
export type XCoding = Schemas["MetaXCoding"];
export type MetaOverlap = Schemas["MetaOverlap"];
export type FoundOverlap = Schemas["FoundOverlap"];
export type CreateMeta = Schemas["CreateMetaAnalysis"];
export type MetaListParams = NonNullable<operations["listMetaAnalyses"]["parameters"]["query"]>;

/** The lists of meta-analyses. */
export const metaLists = answersOf("/api/hermes/meta-analyses");

/** The meta-analyses with all that is read of each. */
export const allMetas: QueryFilters = { queryKey: apiKey("/api/hermes/meta-analyses") };

export const metasQuery = (query: MetaListParams) =>
  apiQuery(
    "/api/hermes/meta-analyses",
    { query },
    {
      refetchInterval: ({ state }) => rereadUnfinished(...(state.data?.items.map(({ job }) => job) ?? [])),
      placeholderData: keepPreviousData,
    },
  );

export const metaQuery = (id: string) =>
  apiQuery(
    "/api/hermes/meta-analyses/{id}",
    { path: { id } },
    { refetchInterval: ({ state }) => rereadUnfinished(state.data?.job), throwOnError: absentOrForbidden },
  );

const mostPages = 50;

/** The rows of a list, page after page. */
async function everyRow<Row>(
  page: (cursor?: string) => Promise<{ items: Row[]; next_cursor?: string }>,
): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | undefined;
  for (let read = 0; read < mostPages; read++) {
    const { items, next_cursor } = await page(cursor);
    rows.push(...items);
    cursor = next_cursor;
    if (!cursor) break;
  }
  return rows;
}

const accepted = { limit: 200, status: ["REVIEW APPROVED" as const] };

/** Every accepted submission, page after page: what a meta-analysis can be made of. */
export const acceptedQuery = queryOptions({
  queryKey: [...apiKey("/api/hermes/uploads"), accepted, "every row"],
  queryFn: ({ signal }) =>
    everyRow((cursor) =>
      unwrap(client.GET("/api/hermes/uploads", { params: { query: { ...accepted, cursor } }, signal })),
    ),
});

const standing = { limit: 200, status: ["COMPLETED" as const, "RUNNING" as const, "SUBMITTED" as const] };

/** Every meta-analysis that is done or on its way, page after page. */
export const standingMetasQuery = queryOptions({
  queryKey: [...apiKey("/api/hermes/meta-analyses"), standing, "every row"],
  queryFn: ({ signal }) =>
    everyRow((cursor) =>
      unwrap(client.GET("/api/hermes/meta-analyses", { params: { query: { ...standing, cursor } }, signal })),
    ),
  throwOnError: false,
});

export const metaPlotQuery = <Name extends "manhattan" | "qq">(id: string, name: Name) =>
  apiQuery("/api/hermes/meta-analyses/{id}/plots/{name}", { path: { id, name } }, plotOptions<Name>());

/** Maximum rows per request; the answer states whether a region has more. */
export const regionLimit = 20_000;

export const regionQuery = (id: string, region: string) =>
  apiQuery(
    "/api/hermes/meta-analyses/{id}/results",
    { path: { id }, query: { region, limit: regionLimit } },
    { staleTime: Number.POSITIVE_INFINITY, placeholderData: keepPreviousData, throwOnError: false },
  );

/** Address of a file of a meta-analysis. */
export function metaFileUrl(id: string, name: string): string {
  return `${apiOrigin}/api/hermes/meta-analyses/${encodeURIComponent(id)}/files/${encodeURIComponent(name)}`;
}
