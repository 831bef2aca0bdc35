import { queryOptions } from "@tanstack/react-query";

/** Plot data never change once they are there; an answer of another shape is an error at the figure, not of the page. */
export const plotQuery = <T>(
  queryKey: readonly unknown[],
  ask: (signal: AbortSignal) => Promise<unknown>,
  parse: (value: unknown) => T,
) =>
  queryOptions({
    queryKey: [...queryKey],
    queryFn: async ({ signal }): Promise<T> => parse(await ask(signal)),
    staleTime: Number.POSITIVE_INFINITY,
    throwOnError: false,
  });

export type PlotQuery<T> = ReturnType<typeof plotQuery<T>>;
