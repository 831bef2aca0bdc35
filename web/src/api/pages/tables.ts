import { apiQuery, apiQuestion } from "@/api/api-query";
import { client, type Schemas, unwrap } from "@/api/client";
import { absentOrForbidden } from "@/api/error";
import { rereadUnfinished } from "@/api/job";

/** A table; its owner alone sees the job and the error. */
export type Table = Schemas["SharedTable"] & Partial<Pick<Schemas["Table"], "job" | "error">>;
export type TableColumn = Schemas["TableColumn"];
export type TableSource = Schemas["TableSource"];
export type TableLayout = Schemas["TableLayout"];
export type TableInput = Schemas["TableInput"];
export type TablePreview = Schemas["TablePreview"];
export type TablePreviewColumn = Schemas["TablePreviewColumn"];
export type TableOverview = Schemas["TableOverview"];

const jobOf = (table: Table | undefined) => table?.job;

export const tableQuery = (id: string) =>
  apiQuery(
    "/api/tables/{id}",
    { path: { id } },
    {
      refetchInterval: ({ state }) => rereadUnfinished(jobOf(state.data)),
      select: (table): Table => table,
      throwOnError: absentOrForbidden,
    },
  );

/** The format of a source, read with the options of `input`; equal input has an equal answer. */
export const tablePreviewQuery = (input: TableInput) =>
  apiQuestion("/api/tables/preview", input, { staleTime: Number.POSITIVE_INFINITY });

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
  apiQuery("/api/tables/{id}/overview", { path: { id } }, { staleTime: Number.POSITIVE_INFINITY });
