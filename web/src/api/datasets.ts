import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { client, type Schemas, unwrap } from "./client";
import { absentOrForbidden } from "./error";
import type { operations } from "./gen/schema";
import { rereadUnfinished } from "./job";
import { plotQuery } from "./plots";

export type Dataset = Schemas["Dataset"];
export type DatasetInput = Schemas["DatasetInput"];
export type DatasetRow = Schemas["DatasetRow"];
export type DatasetList = Schemas["DatasetList"];
export type DatasetCan = Schemas["DatasetCan"];
export type DatasetCodes = Schemas["DatasetCodes"];
export type DatasetSharing = Schemas["DatasetSharing"];
export type DatasetPhenotype = Schemas["DatasetPhenotype"];
export type DatasetPhenotypeInput = Schemas["DatasetPhenotypeInput"];
export type CredibleSet = Schemas["CredibleSet"];
export type DatasetFile = Schemas["DatasetFile"];
export type DatasetCheck = Schemas["DatasetCheck"];
export type DatasetCheckStatus = Schemas["DatasetCheckStatus"];
export type DatasetLink = Schemas["DatasetLink"];
export type DatasetEvent = Schemas["DatasetEvent"];
export type DatasetView = Schemas["DatasetView"];
export type DatasetSheet = Schemas["DatasetSheet"];
export type DatasetSheetRow = Schemas["DatasetSheetRow"];
export type DatasetBatchPreview = Schemas["DatasetBatchPreview"];
export type DatasetBatch = Schemas["DatasetBatch"];
export type Study = Schemas["Study"];
export type StudyInput = Schemas["StudyInput"];
export type AncestrySize = Schemas["AncestrySize"];
export type OntologyTerm = Schemas["OntologyTerm"];
export type Publication = Schemas["Publication"];
export type RegistryPhenotype = Schemas["RegistryPhenotype"];
export type { Inspection, Mapping } from "./hermes";

export type DatasetListParams = NonNullable<operations["listDatasets"]["parameters"]["query"]>;
export type DatasetExportParams = NonNullable<operations["exportDatasetsCsv"]["parameters"]["query"]>;
type PlotName = operations["getDatasetPlot"]["parameters"]["path"]["name"];
export type MetadataFormat = operations["downloadDatasetMetadata"]["parameters"]["path"]["format"];

/** Keys of the query cache; live job events write to the same ones. */
export const datasetKeys = {
  all: ["datasets"] as const,
  lists: ["datasets", "list"] as const,
  datasets: ["datasets", "one"] as const,
  dataset: (id: string) => ["datasets", "one", id] as const,
  allFiles: ["datasets", "files"] as const,
  files: (id: string) => ["datasets", "files", id] as const,
  /** Everything that is read of the files of a data set, one by one. */
  ofFiles: (id: string) => ["datasets", "file", id] as const,
  /** Everything that is read of one file: checks, plots, preview. */
  file: (id: string, fid: string) => ["datasets", "file", id, fid] as const,
  checks: (id: string, fid: string) => ["datasets", "file", id, fid, "checks"] as const,
  plots: (id: string, fid: string) => ["datasets", "file", id, fid, "plots"] as const,
  history: (id: string) => ["datasets", "history", id] as const,
  links: (id: string) => ["datasets", "links", id] as const,
  studies: ["datasets", "studies"] as const,
  codes: ["datasets", "codes"] as const,
  views: ["datasets", "views"] as const,
  phenotypes: ["datasets", "phenotypes"] as const,
  batchPreviews: ["datasets", "batch-preview"] as const,
};

/** Jobs of the checks of a data set's current files. */
function checkJobs(dataset: Dataset | undefined) {
  return (dataset?.phenotypes ?? []).map(({ file }) => file?.check?.job);
}

export const datasetsQuery = (query: DatasetListParams) =>
  queryOptions({
    queryKey: [...datasetKeys.lists, query],
    queryFn: ({ signal }) => unwrap(client.GET("/api/datasets", { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });

export const datasetQuery = (id: string) =>
  queryOptions({
    queryKey: datasetKeys.dataset(id),
    queryFn: ({ signal }) => unwrap(client.GET("/api/datasets/{id}", { params: { path: { id } }, signal })),
    refetchInterval: ({ state }) => rereadUnfinished(...checkJobs(state.data)),
    throwOnError: absentOrForbidden,
  });

/** Current files; with `versions` those that were replaced too. */
export const filesQuery = (id: string, versions = false) =>
  queryOptions({
    queryKey: [...datasetKeys.files(id), versions],
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/datasets/{id}/files", { params: { path: { id }, query: { versions } }, signal })),
    refetchInterval: ({ state }) => rereadUnfinished(...(state.data?.items.map(({ check }) => check?.job) ?? [])),
  });

export const historyQuery = (id: string) =>
  queryOptions({
    queryKey: datasetKeys.history(id),
    queryFn: ({ signal }) => unwrap(client.GET("/api/datasets/{id}/history", { params: { path: { id } }, signal })),
  });

export const linksQuery = (id: string) =>
  queryOptions({
    queryKey: datasetKeys.links(id),
    queryFn: ({ signal }) => unwrap(client.GET("/api/datasets/{id}/links", { params: { path: { id } }, signal })),
  });

export const checksQuery = (id: string, fid: string) =>
  queryOptions({
    queryKey: datasetKeys.checks(id, fid),
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/datasets/{id}/files/{fid}/checks", { params: { path: { id, fid } }, signal })),
    refetchInterval: ({ state }) => rereadUnfinished(...(state.data?.items.map(({ job }) => job) ?? [])),
  });

/** A figure of a file: what its newest check drew never changes, the next one draws another. */
export const figureQuery = <Name extends PlotName>(id: string, { id: fid, check }: DatasetFile, plot: Name) =>
  plotQuery([...datasetKeys.plots(id, fid), check?.id], plot, (name, signal) =>
    unwrap(client.GET("/api/datasets/{id}/files/{fid}/plots/{name}", { params: { path: { id, fid, name } }, signal })),
  );

/** What a version of a file is and its first rows; a version never changes. */
export const previewQuery = (id: string, fid: string) =>
  queryOptions({
    queryKey: [...datasetKeys.file(id, fid), "preview"],
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/datasets/{id}/files/{fid}/preview", { params: { path: { id, fid } }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The first studies by name whose name or institution holds `q`. */
export const studiesQuery = (q = "") =>
  queryOptions({
    queryKey: [...datasetKeys.studies, q],
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/studies", { params: { query: { q: q || undefined, limit: 100 } }, signal })),
    placeholderData: keepPreviousData,
  });

/** Codes of the coded fields with their labels. */
export const codesQuery = queryOptions({
  queryKey: datasetKeys.codes,
  queryFn: ({ signal }) => unwrap(client.GET("/api/dataset-codes", { signal })),
  staleTime: Number.POSITIVE_INFINITY,
});

/** What is wrong with a name for a data set, while it is typed. */
export const nameQuery = (name: string) =>
  queryOptions({
    queryKey: ["datasets", "name", name],
    queryFn: ({ signal }) => unwrap(client.GET("/api/dataset-name", { params: { query: { name } }, signal })),
    throwOnError: false,
  });

export const viewsQuery = queryOptions({
  queryKey: datasetKeys.views,
  queryFn: ({ signal }) => unwrap(client.GET("/api/dataset-views", { signal })),
});

export const phenotypeSearchQuery = (q = "") =>
  queryOptions({
    queryKey: [...datasetKeys.phenotypes, q],
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/phenotypes", { params: { query: { q: q || undefined } }, signal })),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });

/** Whether a query of a file is that of its checks. */
export const isOfChecks = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey.at(-1) === "checks";
