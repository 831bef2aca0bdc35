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

/** What is held now; what was read before where that cannot be told. For loaders, whose failure takes the page away. */
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

/** The page's cache. The transport already retries reads once, so the cache does not. */
export function createQueryClient(): QueryClient {
  return new PageQueries({
    defaultOptions: {
      // Whether the server can be reached is told by trying, not by what a browser knows of networks.
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
