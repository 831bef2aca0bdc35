import { keepPreviousData, type QueryClient } from "@tanstack/react-query";
import { answersOf, apiQuery, apiQuestion } from "@/api/api-query";
import type { Schemas } from "@/api/client";
import { absentOrForbidden } from "@/api/error";
import type { operations } from "@/api/gen/schema";
import { rereadUnfinished } from "@/api/job";

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

export const indexLists = answersOf("/api/indexes");

export const indexesQuery = (query: BioIndexListParams) =>
  apiQuery(
    "/api/indexes",
    { query },
    {
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) => rereadUnfinished(...(state.data?.items.map(({ job }) => job) ?? [])),
    },
  );

export const indexQuery = (id: string) =>
  apiQuery(
    "/api/indexes/{id}",
    { path: { id } },
    { refetchInterval: ({ state }) => rereadUnfinished(state.data?.job), throwOnError: absentOrForbidden },
  );

/** What a file is that is to be indexed; the same file stays the same. */
export const indexPreviewQuery = (source: BioIndexSource) =>
  apiQuestion("/api/indexes/preview", { source }, { staleTime: Number.POSITIVE_INFINITY });

/** After a change: the page shows what came back, lists are read again. */
export function indexChanged(queries: QueryClient, index: BioIndex): Promise<void> {
  queries.setQueryData(indexQuery(index.id).queryKey, index);
  return queries.invalidateQueries(indexLists);
}
