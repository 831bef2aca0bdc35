import { queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "./client";

export const noticesKey = ["hermes", "notices"] as const;

/** How many notices of this person were not seen yet; read again now and then, as others cause them. */
export const unreadQuery = queryOptions({
  queryKey: [...noticesKey, "unread"],
  queryFn: async ({ signal }) =>
    (await unwrap(client.GET("/api/hermes/notices", { params: { query: { limit: 1 } }, signal }))).unread,
  refetchInterval: 60_000,
  staleTime: 30_000,
});
