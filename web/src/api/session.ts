import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { client, type Schemas, unwrapQuietly } from "./client";
import { ApiError } from "./error";
import { withRoleNames } from "./roles";

export type User = Schemas["User"];

/** The signed-in user, or null. */
export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: async (): Promise<User | null> => {
    try {
      return withRoleNames(await unwrapQuietly(client.GET("/api/is-logged-in")));
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  },
  staleTime: 60_000,
});

export const versionQuery = queryOptions({
  queryKey: ["version"],
  queryFn: () => unwrapQuietly(client.GET("/api/version")),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Signs in; with a group of the user service here, its bearer token comes along. */
export async function signIn(
  queries: QueryClient,
  body: Schemas["LoginRequest"],
): Promise<{ user: User; access?: string }> {
  const { access, user: told } = await unwrapQuietly(client.POST("/api/login", { body }));
  const user = withRoleNames(told);
  const before = queries.getQueryData(sessionQuery.queryKey);
  // What somebody else read in this browser is not for this account.
  if (before && before.id !== user.id) {
    const stays = (key: readonly unknown[]) => isOfServer(key) || key[0] === sessionQuery.queryKey[0];
    queries.removeQueries({ predicate: ({ queryKey }) => !stays(queryKey) });
  }
  queries.setQueryData(sessionQuery.queryKey, user);
  return { user, access };
}

/** Whether something is told to everybody alike. */
export function isOfServer([first]: readonly unknown[]): boolean {
  return ["version", "sign-in-options"].includes(String(first));
}

/** Ends the session here and on the server, and forgets everything that was read in it. */
export async function signOut(queries: QueryClient): Promise<void> {
  await unwrapQuietly(client.POST("/api/logout"));
  queries.clear();
}
