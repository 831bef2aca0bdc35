import { keepPreviousData, type QueryClient, type QueryFilters } from "@tanstack/react-query";
import { answersOf, apiKey, apiQuery, reread } from "@/api/api-query";
import { apiOrigin, type Schemas } from "@/api/client";
import { absentOrForbidden } from "@/api/error";
import type { operations } from "@/api/gen/schema";
import { rereadUnfinished } from "@/api/job";
import { type Plots, plotOptions } from "@/api/plots";

export type HermesUpload = Schemas["HermesUpload"];
/** A submission as a list has it. */
export type HermesUploadRow = Schemas["HermesUploadRow"];
export type HermesMetadata = Schemas["HermesMetadata"];
export type UploadStatus = Schemas["UploadStatus"];
export type Inspection = Schemas["Inspection"];
export type Mapping = Schemas["Mapping"];
export type PortalConfig = Schemas["PortalConfig"];
export type HermesPhenotype = Schemas["HermesPhenotype"];
export type QcRun = Schemas["QcRun"];
export type QcSettings = Schemas["QcSettings"];
export type CheckedMetadata = Schemas["HermesCheckedMetadata"];
export type SheetProblem = Schemas["HermesSheetProblem"];
export type UploadListParams = NonNullable<operations["listHermesUploads"]["parameters"]["query"]>;

/** The lists of submissions, and what is computed from them. */
export const uploadLists: readonly QueryFilters[] = [
  answersOf("/api/hermes/uploads"),
  answersOf("/api/hermes/dashboard"),
  answersOf("/api/hermes/meta-cautions"),
  answersOf("/api/hermes/found-overlaps"),
];

/** Everything that is read of one submission. */
export const ofUpload = (id: string): QueryFilters => ({ queryKey: apiKey("/api/hermes/uploads/{id}", { id }) });

export const uploadsQuery = (query: UploadListParams) =>
  apiQuery(
    "/api/hermes/uploads",
    { query },
    {
      refetchInterval: ({ state }) => rereadUnfinished(...(state.data?.items.map(({ run }) => run?.job) ?? [])),
      placeholderData: keepPreviousData,
    },
  );

export const uploadQuery = (id: string) =>
  apiQuery(
    "/api/hermes/uploads/{id}",
    { path: { id } },
    { refetchInterval: ({ state }) => rereadUnfinished(state.data?.run?.job), throwOnError: absentOrForbidden },
  );

export const inspectionQuery = (id: string) =>
  apiQuery("/api/hermes/uploads/{id}/inspection", { path: { id } }, { staleTime: Number.POSITIVE_INFINITY });

export const runsQuery = (id: string) =>
  apiQuery(
    "/api/hermes/uploads/{id}/qc-runs",
    { path: { id } },
    { refetchInterval: ({ state }) => rereadUnfinished(...(state.data?.items.map(({ job }) => job) ?? [])) },
  );

export const runQuery = (id: string, run: string) =>
  apiQuery("/api/hermes/uploads/{id}/qc-runs/{run}", { path: { id, run } });

export const qcPlotQuery = <Name extends keyof Plots>(id: string, run: string, name: Name) =>
  apiQuery("/api/hermes/uploads/{id}/qc-runs/{run}/plots/{name}", { path: { id, run, name } }, plotOptions<Name>());

export const phenotypesQuery = apiQuery("/api/hermes/phenotypes", {}, { staleTime: 300_000 });

export const portalConfigQuery = apiQuery("/api/hermes/portal-config", {}, { staleTime: 300_000 });

/** Values to suggest for the free texts of the metadata form. */
export const vocabulariesQuery = apiQuery("/api/hermes/vocabularies", {}, { staleTime: 60_000 });

/** After a change: the page shows what came back, lists are read again. */
export function uploadChanged(queries: QueryClient, upload: HermesUpload): Promise<void> {
  queries.setQueryData(uploadQuery(upload.id).queryKey, upload);
  return reread(queries, ...uploadLists);
}

/** Address of a file of a submission, of one run where it belongs to a run. */
export function uploadFileUrl(id: string, name: string, run?: string): string {
  const query = run ? `?run=${encodeURIComponent(run)}` : "";
  return `${apiOrigin}/api/hermes/uploads/${encodeURIComponent(id)}/files/${encodeURIComponent(name)}${query}`;
}

/** The report of a run as one page, which needs nothing else. */
export const printedReportUrl = (id: string, run: string): string =>
  `${apiOrigin}/api/hermes/uploads/${encodeURIComponent(id)}/qc-runs/${encodeURIComponent(run)}/report.html`;

/** Metadata of everything the user may see, one row each. */
export const metadataCsvUrl = `${apiOrigin}/api/hermes/metadata.csv`;

/** Metadata of one submission, as a table of one row. */
export const metadataCsvOf = (id: string): string => `${metadataCsvUrl}?id=${encodeURIComponent(id)}`;
