import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { apiOrigin, client, type Schemas, unwrap } from "./client";
import { absentOrForbidden } from "./error";
import type { operations } from "./gen/schema";
import { type HermesUploadRow, hermesKeys } from "./hermes";
import { rereadUnfinished } from "./job";
import { plotQuery } from "./plots";

export type MetaAnalysis = Schemas["MetaAnalysis"];
export type MetaOptions = Schemas["MetaOptions"];
export type MetalScript = Schemas["MetalScript"];
export type MetaCaution = Schemas["MetaCaution"];
export type XCoding = Schemas["MetaXCoding"];
export type MetaOverlap = Schemas["MetaOverlap"];
export type FoundOverlap = Schemas["FoundOverlap"];
export type CreateMeta = Schemas["CreateMetaAnalysis"];
export type MetaListParams = NonNullable<operations["listMetaAnalyses"]["parameters"]["query"]>;

export const metasQuery = (query: MetaListParams) =>
  queryOptions({
    queryKey: [...hermesKeys.metas, query],
    queryFn: ({ signal }) => unwrap(client.GET("/api/hermes/meta-analyses", { params: { query }, signal })),
    refetchInterval: ({ state }) => rereadUnfinished(...(state.data?.items.map(({ job }) => job) ?? [])),
    placeholderData: keepPreviousData,
  });

export const metaQuery = (id: string) =>
  queryOptions({
    queryKey: hermesKeys.meta(id),
    queryFn: ({ signal }) => unwrap(client.GET("/api/hermes/meta-analyses/{id}", { params: { path: { id } }, signal })),
    refetchInterval: ({ state }) => rereadUnfinished(state.data?.job),
    throwOnError: absentOrForbidden,
  });

const mostPages = 50;

/** Every accepted data set, page after page: what a meta-analysis can be made of. */
export const acceptedQuery = queryOptions({
  queryKey: [...hermesKeys.uploads, "accepted"],
  queryFn: async ({ signal }): Promise<HermesUploadRow[]> => {
    const items: HermesUploadRow[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < mostPages; page++) {
      const query = { limit: 200, cursor, status: ["REVIEW APPROVED" as const] };
      const answer = await unwrap(client.GET("/api/hermes/uploads", { params: { query }, signal }));
      items.push(...answer.items);
      cursor = answer.next_cursor;
      if (!cursor) break;
    }
    return items;
  },
});

/** Every meta-analysis that is done or on its way, page after page. */
export const standingMetasQuery = queryOptions({
  queryKey: [...hermesKeys.metas, "standing"],
  queryFn: async ({ signal }): Promise<MetaAnalysis[]> => {
    const items: MetaAnalysis[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < mostPages; page++) {
      const status = ["COMPLETED" as const, "RUNNING" as const, "SUBMITTED" as const];
      const query = { limit: 200, cursor, status };
      const answer = await unwrap(client.GET("/api/hermes/meta-analyses", { params: { query }, signal }));
      items.push(...answer.items);
      cursor = answer.next_cursor;
      if (!cursor) break;
    }
    return items;
  },
  throwOnError: false,
});

export const metaPlotQuery = <Name extends "manhattan" | "qq">(id: string, plot: Name) =>
  plotQuery([...hermesKeys.meta(id), "plots"], plot, (name, signal) =>
    unwrap(client.GET("/api/hermes/meta-analyses/{id}/plots/{name}", { params: { path: { id, name } }, signal })),
  );

/** Rows asked for at once; a region that holds more says so. */
export const regionLimit = 20_000;

export const regionQuery = (id: string, region: string) =>
  queryOptions({
    queryKey: [...hermesKeys.meta(id), "results", region],
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/hermes/meta-analyses/{id}/results", {
          params: { path: { id }, query: { region, limit: regionLimit } },
          signal,
        }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    throwOnError: false,
  });

/** Address of a file of a meta-analysis. */
export function metaFileUrl(id: string, name: string): string {
  return `${apiOrigin}/api/hermes/meta-analyses/${encodeURIComponent(id)}/files/${encodeURIComponent(name)}`;
}
