import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { apiOrigin, client, type Schemas, unwrap } from "./client";
import { absentOrForbidden } from "./error";
import type { operations } from "./gen/schema";
import { rereadUnfinished } from "./job";
import { type Plots, plotQuery } from "./plots";

export type HermesUpload = Schemas["HermesUpload"];
/** A data set as a list has it. */
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

/** Keys of the query cache; live job events write to the same ones. */
export const hermesKeys = {
  uploads: ["hermes", "uploads"] as const,
  upload: (id: string) => ["hermes", "upload", id] as const,
  runs: (id: string) => ["hermes", "upload", id, "runs"] as const,
  run: (id: string, run: string) => ["hermes", "upload", id, "runs", run] as const,
  phenotypes: ["hermes", "phenotypes"] as const,
  phenotypeRequests: ["hermes", "phenotype-requests"] as const,
  metas: ["hermes", "metas"] as const,
  anyMeta: ["hermes", "meta"] as const,
  meta: (id: string) => ["hermes", "meta", id] as const,
  portalConfig: ["hermes", "portal-config"] as const,
  vocabularies: ["hermes", "vocabularies"] as const,
  metadataChecks: ["hermes", "metadata-check"] as const,
};

export const uploadsQuery = (query: UploadListParams) =>
  queryOptions({
    queryKey: [...hermesKeys.uploads, query],
    queryFn: ({ signal }) => unwrap(client.GET("/api/hermes/uploads", { params: { query }, signal })),
    refetchInterval: ({ state }) => rereadUnfinished(...(state.data?.items.map(({ run }) => run?.job) ?? [])),
    placeholderData: keepPreviousData,
  });

export const uploadQuery = (id: string) =>
  queryOptions({
    queryKey: hermesKeys.upload(id),
    queryFn: ({ signal }) => unwrap(client.GET("/api/hermes/uploads/{id}", { params: { path: { id } }, signal })),
    refetchInterval: ({ state }) => rereadUnfinished(state.data?.run?.job),
    throwOnError: absentOrForbidden,
  });

export const inspectionQuery = (id: string) =>
  queryOptions({
    queryKey: [...hermesKeys.upload(id), "inspection"],
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/hermes/uploads/{id}/inspection", { params: { path: { id } }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const runsQuery = (id: string) =>
  queryOptions({
    queryKey: hermesKeys.runs(id),
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/hermes/uploads/{id}/qc-runs", { params: { path: { id } }, signal })),
    refetchInterval: ({ state }) => rereadUnfinished(...(state.data?.items.map(({ job }) => job) ?? [])),
  });

export const runQuery = (id: string, run: string) =>
  queryOptions({
    queryKey: hermesKeys.run(id, run),
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/hermes/uploads/{id}/qc-runs/{run}", { params: { path: { id, run } }, signal })),
  });

export const qcPlotQuery = <Name extends keyof Plots>(id: string, run: string, plot: Name) =>
  plotQuery([...hermesKeys.run(id, run), "plots"], plot, (name, signal) =>
    unwrap(
      client.GET("/api/hermes/uploads/{id}/qc-runs/{run}/plots/{name}", {
        params: { path: { id, run, name } },
        signal,
      }),
    ),
  );

export const phenotypesQuery = queryOptions({
  queryKey: [...hermesKeys.phenotypes, "all"],
  queryFn: ({ signal }) => unwrap(client.GET("/api/hermes/phenotypes", { signal })),
  staleTime: 300_000,
});

export const portalConfigQuery = queryOptions({
  queryKey: hermesKeys.portalConfig,
  queryFn: ({ signal }) => unwrap(client.GET("/api/hermes/portal-config", { signal })),
  staleTime: 300_000,
});

/** Values to suggest for the free texts of the metadata form. */
export const vocabulariesQuery = queryOptions({
  queryKey: hermesKeys.vocabularies,
  queryFn: ({ signal }) => unwrap(client.GET("/api/hermes/vocabularies", { signal })),
  staleTime: 60_000,
});

/** Address of a file of a data set, of one run where it belongs to a run. */
export function uploadFileUrl(id: string, name: string, run?: string): string {
  const query = run ? `?run=${encodeURIComponent(run)}` : "";
  return `${apiOrigin}/api/hermes/uploads/${encodeURIComponent(id)}/files/${encodeURIComponent(name)}${query}`;
}

/** The report of a run as one page, which needs nothing else. */
export const printedReportUrl = (id: string, run: string): string =>
  `${apiOrigin}/api/hermes/uploads/${encodeURIComponent(id)}/qc-runs/${encodeURIComponent(run)}/report.html`;

/** Metadata of everything the user may see, one row each. */
export const metadataCsvUrl = `${apiOrigin}/api/hermes/metadata.csv`;

/** Metadata of one data set, as a table of one row. */
export const metadataCsvOf = (id: string): string => `${metadataCsvUrl}?id=${encodeURIComponent(id)}`;
