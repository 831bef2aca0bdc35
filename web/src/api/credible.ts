import { queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "./client";

/** The credible set of each locus of a result, by the name of the result. */
export const credibleSetsQuery = (result: string) =>
  queryOptions({
    queryKey: ["browse", "credible sets", result],
    queryFn: ({ signal }) => unwrap(client.GET("/api/browse/credible-sets", { params: { query: { result } }, signal })),
    // A run never changes.
    staleTime: Number.POSITIVE_INFINITY,
    throwOnError: false,
  });
