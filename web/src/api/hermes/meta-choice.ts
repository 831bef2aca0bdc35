/** Questions about a choice of submissions before they are combined; only the wizard needs them. */

import { keepPreviousData } from "@tanstack/react-query";
import { apiQuery } from "@/api/api-query";

/** What may be wrong with a choice of submissions; `pairs` is how many of them were found to share people so far. */
export const cautionsQuery = (ids: readonly string[], pairs: number) =>
  apiQuery(
    "/api/hermes/meta-cautions",
    { query: { dataset: [...ids] } },
    {
      revision: pairs,
      select: ({ items }) => items,
      enabled: ids.length > 1,
      placeholderData: keepPreviousData,
      throwOnError: false,
    },
  );

/** As many submissions as are compared with each other. */
const mostCompared = 50;

/** The pairs that seem to share people; asked again until all are compared. */
export const overlapsQuery = (ids: readonly string[]) =>
  apiQuery(
    "/api/hermes/found-overlaps",
    { query: { dataset: [...ids].slice(0, mostCompared) } },
    {
      enabled: ids.length > 1,
      refetchInterval: ({ state }) => (state.data && state.data.left > 0 ? 500 : false),
      throwOnError: false,
    },
  );
