import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { apiOrigin, client, type Schemas, unwrap } from "./client";
import type { MetadataFormat } from "./datasets";
import type { operations } from "./gen/schema";
import { plotQuery } from "./plots";

export type PublicDataset = Schemas["PublicDataset"];
export type PublicDatasetRow = Schemas["PublicDatasetRow"];
export type PublicPhenotype = Schemas["PublicPhenotype"];
export type PublicFile = Schemas["PublicFile"];
export type PublicCheck = Schemas["PublicCheck"];
export type PublicListParams = NonNullable<operations["listPublicDatasets"]["parameters"]["query"]>;
type PlotName = operations["getPublicDatasetPlot"]["parameters"]["path"]["name"];

/** What everybody may read; a page says itself that something is not there. */
const key = (...rest: readonly unknown[]) => ["public", "datasets", ...rest];

export const publicDatasetsQuery = (query: PublicListParams) =>
  queryOptions({
    queryKey: key("list", query),
    queryFn: ({ signal }) => unwrap(client.GET("/api/public/datasets", { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });

export const publicDatasetQuery = (id: string) =>
  queryOptions({
    queryKey: key("one", id),
    queryFn: ({ signal }) => unwrap(client.GET("/api/public/datasets/{id}", { params: { path: { id } }, signal })),
    throwOnError: false,
  });

/** What the newest check of a file says of its results; another check says it anew. */
export const publicResultsQuery = (id: string, { id: fid, check }: PublicFile) =>
  queryOptions({
    queryKey: key("results", id, fid, check?.id),
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/public/datasets/{id}/files/{fid}/results", { params: { path: { id, fid } }, signal })),
    throwOnError: false,
  });

export const publicPlotQuery = <Name extends PlotName>(id: string, { id: fid, check }: PublicFile, name: Name) =>
  plotQuery(key("plot", id, fid, check?.id), name, (name, signal) =>
    unwrap(
      client.GET("/api/public/datasets/{id}/files/{fid}/plots/{name}", {
        params: { path: { id, fid, name: name as PlotName } },
        signal,
      }),
    ),
  );

/** The data set as schema.org. */
export const publicSchemaOrgQuery = (id: string, version: number) =>
  queryOptions({
    queryKey: key("schema-org", id, version),
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
