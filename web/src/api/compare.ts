import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { client, type Schemas, unwrap } from "./client";

export type Comparison = Schemas["BrowseComparison"];
export type ComparedLocus = Schemas["BrowseComparedLocus"];
export type LeadVariant = Schemas["BrowseLeadVariant"];
export type BrowseResult = Schemas["BrowseResult"];
export type Effects = Comparison["effects"];

const compareKeys = {
  results: ["browse", "results", "to compare"],
  comparison: ["browse", "compare"],
  manhattan: ["browse", "manhattan"],
} as const;

/** The results that the caller may look at, on every genome build, those with a caveat too. */
export const comparableQuery = queryOptions({
  queryKey: compareKeys.results,
  queryFn: ({ signal }) => unwrap(client.GET("/api/browse/results", { params: { query: { all: true } }, signal })),
});

/** Refusals are told in their place: most of them have a way out on the page. */
export const comparisonQuery = (up: string, down: string, effects: Effects) =>
  queryOptions({
    queryKey: [...compareKeys.comparison, up, down, effects],
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/browse/compare", { params: { query: { up, down, effects } }, signal })),
    placeholderData: keepPreviousData,
    throwOnError: false,
  });

export const resultPlotQuery = (result: string) =>
  queryOptions({
    queryKey: [...compareKeys.manhattan, result],
    queryFn: ({ signal }) => unwrap(client.GET("/api/browse/manhattan", { params: { query: { result } }, signal })),
    throwOnError: false,
  });
