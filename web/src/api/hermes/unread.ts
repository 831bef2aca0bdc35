import { apiQuery } from "@/api/api-query";

/** How many notices of this person were not seen yet; read again now and then, as others cause them. */
export const unreadQuery = apiQuery(
  "/api/hermes/notices",
  { query: { limit: 1 } },
  { select: ({ unread }) => unread, refetchInterval: 60_000, staleTime: 30_000 },
);
