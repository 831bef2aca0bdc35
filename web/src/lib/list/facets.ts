import type { UseQueryOptions } from "@tanstack/react-query";

/** Number of matches by filter and value. */
export type Facets = Record<string, Record<string, number>>;

/** A read of a list that also counts the values of its filters. */
export type FacetsQuery = Pick<UseQueryOptions<{ facets?: Facets }>, "queryKey" | "queryFn">;

/** The question of a list, for the counts of its filters: the rows and their order do not matter. */
export const facetsOf = <Question extends object>(question: Question) => ({
  ...question,
  limit: 1,
  cursor: undefined,
  sort: undefined,
  facets: true,
});
