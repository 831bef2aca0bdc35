import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { apiQuery } from "@/api/api-query";
import { client, type Schemas, unwrapQuietly } from "@/api/client";
import { ApiError } from "@/api/error";
import { readText, removeText, writeText } from "@/lib/browser/stored";
import { withRoleNames } from "./roles";

export type User = Schemas["User"];

const here = "signed-in";

/** Whether an account was signed in when this browser last asked. Public pages ask again only then. */
export const wasSignedIn = (): boolean => readText("browser", here) !== undefined;

/** The signed-in user, or null. */
export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: async (): Promise<User | null> => {
    try {
      const user = withRoleNames(await unwrapQuietly(client.GET("/api/is-logged-in")));
      writeText("browser", here, "1");
      return user;
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) {
        removeText("browser", here);
        return null;
      }
      throw error;
    }
  },
  staleTime: 60_000,
});

export const versionQuery = apiQuery("/api/version", {}, { quiet: true, staleTime: Number.POSITIVE_INFINITY });

export async function signIn(queries: QueryClient, body: Schemas["LoginRequest"]): Promise<User> {
  const user = withRoleNames((await unwrapQuietly(client.POST("/api/login", { body }))).user);
  forgetOthers(queries, user.id);
  queries.setQueryData(sessionQuery.queryKey, user);
  return user;
}

/** Removes what another account read in this browser; `id` is the account that signed in now. */
export function forgetOthers(queries: QueryClient, id: string): void {
  const before = queries.getQueryData(sessionQuery.queryKey);
  if (!before || before.id === id) return;
  const stays = (key: readonly unknown[]) => isOfServer(key) || key[0] === sessionQuery.queryKey[0];
  queries.removeQueries({ predicate: ({ queryKey }) => !stays(queryKey) });
}

/** Whether a query has the same answer for every user. */
export function isOfServer([, what]: readonly unknown[]): boolean {
  return ["version", "sign-in-options"].includes(String(what));
}

/** Ends the session here and on the server, and forgets everything that was read in it. */
export async function signOut(queries: QueryClient): Promise<void> {
  await unwrapQuietly(client.POST("/api/logout"));
  queries.clear();
}
