import { QueryClient } from "@tanstack/react-query";

/** The page's cache. The transport already retries reads once, so the cache does not. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: 10_000,
        refetchOnWindowFocus: true,
      },
      mutations: { retry: false },
    },
  });
}
