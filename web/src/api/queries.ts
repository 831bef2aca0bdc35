import { type FetchQueryOptions, QueryClient, type QueryKey } from "@tanstack/react-query";

/** How long an answer holds; what went wrong holds as long. */
const freshMs = 10_000;

function justFailed(state: { status: string; errorUpdatedAt: number } | undefined): boolean {
  return state?.status === "error" && Date.now() - state.errorUpdatedAt < freshMs;
}

/**
 * A route asks before its page does, and a link asks before it is clicked. What they were refused is not asked again by the
 * next of them; who wants to know says so with "Try again".
 */
class PageQueries extends QueryClient {
  override async prefetchQuery<Answer, E, Data, Key extends QueryKey>(
    options: FetchQueryOptions<Answer, E, Data, Key>,
  ): Promise<void> {
    if (!justFailed(this.getQueryState(options.queryKey))) await super.prefetchQuery(options);
  }
}

/** The page's cache. The transport already retries reads once, so the cache does not. */
export function createQueryClient(): QueryClient {
  return new PageQueries({
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: freshMs,
        refetchOnWindowFocus: true,
        refetchOnMount: ({ state }) => !justFailed(state),
        retryOnMount: ({ state }) => !justFailed(state),
      },
      mutations: { retry: false },
    },
  });
}
