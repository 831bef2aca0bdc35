import { type FetchQueryOptions, QueryClient, type QueryKey } from "@tanstack/react-query";

/** How long an answer holds; what went wrong holds as long. */
const freshMs = 10_000;

function justFailed(state: { status: string; errorUpdatedAt: number } | undefined): boolean {
  return state?.status === "error" && Date.now() - state.errorUpdatedAt < freshMs;
}

/**
 * A route loads data before its page, and a link loads before it is clicked. A refusal is not
 * requested again by the next of them; "Try again" repeats the request.
 */
class PageQueries extends QueryClient {
  override async prefetchQuery<Answer, E, Data, Key extends QueryKey>(
    options: FetchQueryOptions<Answer, E, Data, Key>,
  ): Promise<void> {
    if (!justFailed(this.getQueryState(options.queryKey))) await super.prefetchQuery(options);
  }
}

/**
 * The current data, or the cached ones if these cannot be loaded. For loaders, whose failure would
 * replace the page.
 */
export async function freshOrKept<Answer, Data, Key extends QueryKey>(
  queries: QueryClient,
  options: FetchQueryOptions<Answer, Error, Data, Key>,
): Promise<Data> {
  try {
    return await queries.fetchQuery(options);
  } catch (error) {
    const kept = queries.getQueryData<Data>(options.queryKey);
    if (kept === undefined) throw error;
    return kept;
  }
}

/**
 * Waits for the first answer or its failure; nothing to wait for with a cached one. Loaders return it for what is above a
 * list, so that the list does not move down when it arrives. A loader that returns no promise keeps its page while a
 * filter changes.
 */
export function firstAnswer<Answer, Data, Key extends QueryKey>(
  queries: QueryClient,
  options: FetchQueryOptions<Answer, Error, Data, Key>,
): Promise<void> | undefined {
  return queries.getQueryData(options.queryKey) === undefined ? queries.prefetchQuery(options) : undefined;
}

/** The page's cache. The transport already retries reads once, so the cache does not. */
export function createQueryClient(): QueryClient {
  return new PageQueries({
    defaultOptions: {
      // A request determines whether the server can be reached, not the browser's network state.
      queries: {
        networkMode: "always",
        retry: false,
        staleTime: freshMs,
        refetchOnWindowFocus: true,
        refetchOnMount: ({ state }) => !justFailed(state),
        retryOnMount: ({ state }) => !justFailed(state),
      },
      mutations: { networkMode: "always", retry: false },
    },
  });
}
