import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { client, type Schemas, unwrap, unwrapQuietly } from "./client";
import { ApiError } from "./error";

export type SearchGroup = Schemas["SearchGroup"];
export type SearchHit = Schemas["SearchHit"];

/** The credentials of a search: the session, the token of the SGC area, or both. */
export interface Askers {
  session: boolean;
  sgcToken: string | undefined;
}

async function askSession(q: string, signal: AbortSignal): Promise<SearchGroup[]> {
  return (await unwrap(client.GET("/api/search", { params: { query: { q } }, signal }))).groups;
}

/** An expired token finds nothing; the pages of its area report it. */
async function askToken(q: string, token: string, signal: AbortSignal): Promise<SearchGroup[]> {
  const headers = { Authorization: `Bearer ${token}` };
  try {
    return (await unwrapQuietly(client.GET("/api/search", { params: { query: { q } }, headers, signal }))).groups;
  } catch (error) {
    if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return [];
    throw error;
  }
}

/**
 * Both results without duplicates. SGC pages open with the token, so its result has priority over
 * that of the session.
 */
function merged(session: SearchGroup[], token: SearchGroup[]): SearchGroup[] {
  const better = new Map(token.map((group) => [group.kind, group]));
  const kept = session.map((group) => better.get(group.kind) ?? group);
  return [...kept, ...token.filter(({ kind }) => !session.some((group) => group.kind === kind))];
}

/** The matches of each kind that the user may see; without words, only the kinds. */
export const searchQuery = (q: string, { session, sgcToken }: Askers) =>
  queryOptions({
    queryKey: ["search", q, session, sgcToken ?? ""],
    queryFn: async ({ signal }) => {
      const [bySession, byToken] = await Promise.all([
        session ? askSession(q, signal) : [],
        sgcToken ? askToken(q, sgcToken, signal) : [],
      ]);
      return merged(bySession, byToken);
    },
    placeholderData: keepPreviousData,
  });
