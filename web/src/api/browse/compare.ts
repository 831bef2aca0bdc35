import { keepPreviousData } from "@tanstack/react-query";
import { apiQuery } from "@/api/api-query";
import type { Schemas } from "@/api/client";

export type Comparison = Schemas["BrowseComparison"];
export type ComparedLocus = Schemas["BrowseComparedLocus"];
export type LeadVariant = Schemas["BrowseLeadVariant"];
export type BrowseResult = Schemas["BrowseResult"];
export type Effects = Comparison["effects"];

/** The results that the caller may look at, on every genome build, those with a caveat too. */
export const comparableQuery = apiQuery("/api/browse/results", { query: { all: true } });

/** The page shows refusals in place: most of them can be resolved there. */
export const comparisonQuery = (up: string, down: string, effects: Effects) =>
  apiQuery(
    "/api/browse/compare",
    { query: { up, down, effects } },
    { placeholderData: keepPreviousData, throwOnError: false },
  );

export const resultPlotQuery = (result: string) =>
  apiQuery("/api/browse/manhattan", { query: { result } }, { throwOnError: false });
