import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { apiKey, apiQuery } from "@/api/api-query";
import { apiOrigin, client, type Schemas, unwrap } from "@/api/client";
import type { operations } from "@/api/gen/schema";
import { plotOptions } from "@/api/plots";
import type { MetadataFormat } from "./datasets";

export type PublicDataset = Schemas["PublicDataset"];
export type PublicDatasetRow = Schemas["PublicDatasetRow"];
export type PublicPhenotype = Schemas["PublicPhenotype"];
export type PublicFile = Schemas["PublicFile"];
export type PublicCheck = Schemas["PublicCheck"];
export type PublicListParams = NonNullable<operations["listPublicDatasets"]["parameters"]["query"]>;
type PlotName = operations["getPublicDatasetPlot"]["parameters"]["path"]["name"];

export const publicDatasetsQuery = (query: PublicListParams) =>
  apiQuery("/api/public/datasets", { query }, { placeholderData: keepPreviousData });

export const publicDatasetQuery = (id: string) =>
  apiQuery("/api/public/datasets/{id}", { path: { id } }, { throwOnError: false });

/** The results in the newest check of a file; another check has another key. */
export const publicResultsQuery = (id: string, { id: fid, check }: PublicFile) =>
  apiQuery(
    "/api/public/datasets/{id}/files/{fid}/results",
    { path: { id, fid } },
    { revision: check?.id, throwOnError: false },
  );

export const publicPlotQuery = <Name extends PlotName>(id: string, { id: fid, check }: PublicFile, name: Name) =>
  apiQuery(
    "/api/public/datasets/{id}/files/{fid}/plots/{name}",
    { path: { id, fid, name } },
    { ...plotOptions<Name>(), revision: check?.id },
  );

/** The data set as schema.org. */
export const publicSchemaOrgQuery = (id: string, version: number) =>
  queryOptions({
    queryKey: [...apiKey("/api/public/datasets/{id}/metadata/{format}", { id, format: "schema-org" }), {}, version],
    queryFn: ({ signal }) => {
      const params = { path: { id, format: "schema-org" as const } };
      const call = client.GET("/api/public/datasets/{id}/metadata/{format}", { params, signal, parseAs: "text" });
      return unwrap(call) as Promise<string>;
    },
    staleTime: Number.POSITIVE_INFINITY,
    throwOnError: false,
  });

const part = encodeURIComponent;

/** Addresses for plain links. */
export const publicFileUrl = ({ path }: PublicFile) => `${apiOrigin}${path}`;
export const publicMetadataUrl = (id: string, format: MetadataFormat) =>
  `${apiOrigin}/api/public/datasets/${part(id)}/metadata/${format}`;
export const publicDepositUrl = (id: string, fid: string) =>
  `${apiOrigin}/api/public/datasets/${part(id)}/files/${part(fid)}/deposit`;
