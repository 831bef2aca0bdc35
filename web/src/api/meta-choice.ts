/** What is asked about a choice of data sets before they are combined; only the wizard needs it. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "./client";
import { hermesKeys } from "./hermes";

/** What may be wrong with a choice of data sets; `pairs` is how many of them were found to share people so far. */
export const cautionsQuery = (ids: readonly string[], pairs: number) =>
  queryOptions({
    queryKey: [...hermesKeys.uploads, "cautions", [...ids].sort(), pairs],
    queryFn: async ({ signal }) => {
      const query = { dataset: [...ids] };
      return (await unwrap(client.GET("/api/hermes/meta-cautions", { params: { query }, signal }))).items;
    },
    enabled: ids.length > 1,
    placeholderData: keepPreviousData,
    throwOnError: false,
  });

/** As many data sets as are compared with each other. */
const mostCompared = 50;

/** The pairs that seem to share people; asked again until all are compared. */
export const overlapsQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: [...hermesKeys.uploads, "overlaps", [...ids].sort()],
    queryFn: ({ signal }) => {
      const query = { dataset: ids.slice(0, mostCompared) };
      return unwrap(client.GET("/api/hermes/found-overlaps", { params: { query }, signal }));
    },
    enabled: ids.length > 1,
    refetchInterval: ({ state }) => (state.data && state.data.left > 0 ? 500 : false),
    throwOnError: false,
  });
