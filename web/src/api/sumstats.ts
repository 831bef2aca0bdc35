import { queryOptions, useQuery } from "@tanstack/react-query";
import { client, unwrap } from "./client";

/** Every field that can be read, with the headers that are recognised for it. */
export const columnsQuery = queryOptions({
  queryKey: ["sumstats", "columns"],
  queryFn: ({ signal }) => unwrap(client.GET("/api/sumstats/columns", { signal })),
  staleTime: Number.POSITIVE_INFINITY,
});

/** What people call a field: "Standard error" for standard_error. Its own name, until that is known. */
export type FieldWords = (field: string) => string;

export function useFieldWords(): FieldWords {
  const { data } = useQuery(columnsQuery);
  return (field) => data?.items.find((doc) => doc.field === field)?.label ?? field;
}
