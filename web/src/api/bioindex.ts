import { keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import { client, type Schemas, unwrap } from "./client";
import { absentOrForbidden } from "./error";
import type { operations } from "./gen/schema";
import { rereadUnfinished } from "./job";

export type BioIndex = Schemas["Index"];
export type BioIndexRow = Schemas["IndexRow"];
export type BioIndexBuild = Schemas["IndexBuild"];
export type BioIndexProof = Schemas["IndexProof"];
export type BioIndexPreview = Schemas["IndexPreview"];
export type BioIndexSource = Schemas["IndexSource"];
export type BioIndexInput = Schemas["IndexInput"];
export type BioIndexDefinition = Schemas["IndexDefinition"];
export type BioIndexSharing = Schemas["IndexSharing"];
export type Coordinates = Schemas["IndexCoordinates"];
export type ColumnType = Schemas["IndexColumnType"];
export type BioIndexListParams = NonNullable<operations["listIndexes"]["parameters"]["query"]>;

/** Keys of the query cache; live job events write to the same ones. */
export const indexKeys = {
  all: ["indexes"] as const,
  lists: ["indexes", "list"] as const,
  index: (id: string) => ["indexes", "one", id] as const,
  /** Answers of an index: those of another build are others. */
  answers: (id: string) => ["indexes", "answers", id] as const,
};

export const indexesQuery = (query: BioIndexListParams) =>
  queryOptions({
    queryKey: [...indexKeys.lists, query],
    queryFn: ({ signal }) => unwrap(client.GET("/api/indexes", { params: { query }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => rereadUnfinished(...(state.data?.items.map(({ job }) => job) ?? [])),
  });

export const indexQuery = (id: string) =>
  queryOptions({
    queryKey: indexKeys.index(id),
    queryFn: ({ signal }) => unwrap(client.GET("/api/indexes/{id}", { params: { path: { id } }, signal })),
    refetchInterval: ({ state }) => rereadUnfinished(state.data?.job),
    throwOnError: absentOrForbidden,
  });

/** What a file is that is to be indexed; the same file stays the same. */
export const indexPreviewQuery = (source: BioIndexSource) =>
  queryOptions({
    queryKey: ["indexes", "preview", source],
    queryFn: ({ signal }) => unwrap(client.POST("/api/indexes/preview", { body: { source }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** After a change: the page shows what came back, lists are read again. */
export function indexChanged(queries: QueryClient, index: BioIndex): Promise<void> {
  queries.setQueryData(indexKeys.index(index.id), index);
  return queries.invalidateQueries({ queryKey: indexKeys.lists });
}
