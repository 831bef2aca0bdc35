import { apiQuery } from "@/api/api-query";

/** The credible set of each locus of a result, by the name of the result. */
export const credibleSetsQuery = (result: string) =>
  apiQuery(
    "/api/browse/credible-sets",
    { query: { result } },
    {
      // A run never changes.
      staleTime: Number.POSITIVE_INFINITY,
      throwOnError: false,
    },
  );
