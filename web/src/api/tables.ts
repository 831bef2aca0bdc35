import { queryOptions } from "@tanstack/react-query";
import { client, type Schemas, unwrap } from "./client";
import { absentOrForbidden } from "./error";
import { rereadUnfinished } from "./job";

/** A table; its owner alone sees the job and the error. */
export type Table = Schemas["SharedTable"] & Partial<Pick<Schemas["Table"], "job" | "error">>;
export type TableColumn = Schemas["TableColumn"];
export type TableSource = Schemas["TableSource"];
export type TableLayout = Schemas["TableLayout"];
export type TableInput = Schemas["TableInput"];
export type TablePreview = Schemas["TablePreview"];
export type TablePreviewColumn = Schemas["TablePreviewColumn"];
export type TableOverview = Schemas["TableOverview"];

/** Keys of the query cache; live job events write to the same ones. */
export const tableKeys = {
  all: ["tables"] as const,
  table: (id: string) => ["tables", "one", id] as const,
};

export const tableQuery = (id: string) =>
  queryOptions({
    queryKey: tableKeys.table(id),
    queryFn: ({ signal }): Promise<Table> =>
      unwrap(client.GET("/api/tables/{id}", { params: { path: { id } }, signal })),
    refetchInterval: ({ state }) => rereadUnfinished(state.data?.job),
    throwOnError: absentOrForbidden,
  });

/** What a source is, read as `input` says; the same stays the same. */
export const tablePreviewQuery = (input: TableInput) =>
  queryOptions({
    queryKey: ["tables", "preview", input],
    queryFn: ({ signal }) => unwrap(client.POST("/api/tables/preview", { body: input, signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Bytes of the Parquet file of a table, `end` left out. */
export function readTable(id: string, start: number, end: number, signal?: AbortSignal): Promise<ArrayBuffer> {
  const headers = { Range: `bytes=${start}-${end - 1}` };
  const call = client.GET("/api/tables/{id}/data", {
    params: { path: { id } },
    headers,
    parseAs: "arrayBuffer",
    ...(signal && { signal }),
  });
  return unwrap<unknown>(call) as Promise<ArrayBuffer>;
}

export const tableOverviewQuery = (id: string) =>
  queryOptions({
    queryKey: [...tableKeys.all, "overview", id],
    queryFn: ({ signal }) => unwrap(client.GET("/api/tables/{id}/overview", { params: { path: { id } }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });
