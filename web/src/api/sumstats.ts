import { queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "./client";

/** Every field that can be read, with the headers that are recognised for it. */
export const columnsQuery = queryOptions({
  queryKey: ["sumstats", "columns"],
  queryFn: ({ signal }) => unwrap(client.GET("/api/sumstats/columns", { signal })),
  staleTime: Number.POSITIVE_INFINITY,
});
