import { keepPreviousData } from "@tanstack/react-query";
import { apiQuery, apiQuestion } from "@/api/api-query";
import type { Schemas } from "@/api/client";
import { absentOrForbidden } from "@/api/error";
import type { operations } from "@/api/gen/schema";
import { rereadUnfinished } from "@/api/job";
import { plotOptions } from "@/api/plots";

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
export type { Inspection, Mapping } from "@/api/hermes/hermes";

export type DatasetListParams = NonNullable<operations["listDatasets"]["parameters"]["query"]>;
export type DatasetExportParams = NonNullable<operations["exportDatasetsCsv"]["parameters"]["query"]>;
type PlotName = operations["getDatasetPlot"]["parameters"]["path"]["name"];
export type MetadataFormat = operations["downloadDatasetMetadata"]["parameters"]["path"]["format"];

/** Jobs of the checks of a data set's current files. */
function checkJobs(dataset: Dataset | undefined) {
  return (dataset?.phenotypes ?? []).map(({ file }) => file?.check?.job);
}

export const datasetsQuery = (query: DatasetListParams) =>
  apiQuery("/api/datasets", { query }, { placeholderData: keepPreviousData });

export const datasetQuery = (id: string) =>
  apiQuery(
    "/api/datasets/{id}",
    { path: { id } },
    { refetchInterval: ({ state }) => rereadUnfinished(...checkJobs(state.data)), throwOnError: absentOrForbidden },
  );

/** Current files; with `versions` those that were replaced too. */
export const filesQuery = (id: string, versions = false) =>
  apiQuery(
    "/api/datasets/{id}/files",
    { path: { id }, query: { versions } },
    { refetchInterval: ({ state }) => rereadUnfinished(...(state.data?.items.map(({ check }) => check?.job) ?? [])) },
  );

export const historyQuery = (id: string) => apiQuery("/api/datasets/{id}/history", { path: { id } });

export const linksQuery = (id: string) => apiQuery("/api/datasets/{id}/links", { path: { id } });

export const checksQuery = (id: string, fid: string) =>
  apiQuery(
    "/api/datasets/{id}/files/{fid}/checks",
    { path: { id, fid } },
    { refetchInterval: ({ state }) => rereadUnfinished(...(state.data?.items.map(({ job }) => job) ?? [])) },
  );

/** A figure of a file: what its newest check drew never changes, the next one draws another. */
export const figureQuery = <Name extends PlotName>(id: string, { id: fid, check }: DatasetFile, name: Name) =>
  apiQuery(
    "/api/datasets/{id}/files/{fid}/plots/{name}",
    { path: { id, fid, name } },
    { ...plotOptions<Name>(), revision: check?.id },
  );

/** What a version of a file is and its first rows; a version never changes. */
export const previewQuery = (id: string, fid: string) =>
  apiQuery("/api/datasets/{id}/files/{fid}/preview", { path: { id, fid } }, { staleTime: Number.POSITIVE_INFINITY });

/** The first studies by name whose name or institution holds `q`. */
export const studiesQuery = (q = "") =>
  apiQuery("/api/studies", { query: { q: q || undefined, limit: 100 } }, { placeholderData: keepPreviousData });

/** Codes of the coded fields with their labels. */
export const codesQuery = apiQuery("/api/dataset-codes", {}, { staleTime: Number.POSITIVE_INFINITY });

/** The fault of a data set's name while it is typed. */
export const nameQuery = (name: string) => apiQuery("/api/dataset-name", { query: { name } }, { throwOnError: false });

export const viewsQuery = apiQuery("/api/dataset-views", {});

export const phenotypeSearchQuery = (q = "") =>
  apiQuery(
    "/api/phenotypes",
    { query: { q: q || undefined } },
    { placeholderData: keepPreviousData, staleTime: 60_000 },
  );

/** What a sheet of data sets would change. */
export const batchPreviewQuery = (sheet: DatasetSheet) =>
  apiQuestion("/api/dataset-batches/preview", sheet, { placeholderData: keepPreviousData, gcTime: 0 });
