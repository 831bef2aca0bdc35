import type { QueryClient } from "@tanstack/react-query";
import { apiQuestion } from "@/api/api-query";
import { client, type Schemas, unwrapQuietly } from "@/api/client";
import { withRoleNames } from "./roles";
import { isOfServer, sessionQuery, type User } from "./session";

export type Link = Schemas["Link"];
export type ProviderStart = Schemas["ProviderStart"];
export type ProviderLogin = Schemas["ProviderLogin"];

/** Begins the key of what came back from an external provider. */
export const providerReturn = "provider-return";

/** What a link of an invitation or reset is good for. */
export const linkQuery = (token: string) =>
  apiQuestion("/api/links/look-up", { token }, { quiet: true, staleTime: Number.POSITIVE_INFINITY });

/** Accepts an invitation with a password; signs in. */
export async function acceptInvitation(queries: QueryClient, body: Schemas["AcceptInvitation"]): Promise<User> {
  const user = withRoleNames((await unwrapQuietly(client.POST("/api/invitations/accept", { body }))).user);
  enter(queries, user);
  return user;
}

/** Sets a new password for the account of the link. */
export async function confirmReset(token: string, password: string): Promise<void> {
  await unwrapQuietly(client.POST("/api/password-reset/confirm", { body: { token, password } }));
}

/** Uses the link and keeps the password: this browser can then sign in while others guess. */
export async function keepPassword(token: string): Promise<void> {
  await unwrapQuietly(client.POST("/api/password-reset/keep", { body: { token } }));
}

export async function askForAccess(body: Schemas["AccessRequestForm"]): Promise<void> {
  await unwrapQuietly(client.POST("/api/access-requests", { body }));
}

/** The address at the external provider where a sign-in begins. */
export async function startAtProvider(body: ProviderStart): Promise<string> {
  return (await unwrapQuietly(client.POST("/api/oidc/start", { body }))).url;
}

/** Finishes what was begun at the provider with the code that it sent back. */
export async function finishAtProvider(queries: QueryClient, code: string, state: string): Promise<ProviderLogin> {
  const answer = await unwrapQuietly(client.POST("/api/google-login", { body: { code, state } }));
  const user = withRoleNames(answer.user);
  enter(queries, user);
  return { ...answer, user };
}

/** The signed-in user becomes the session; data of an earlier session are removed. */
function enter(queries: QueryClient, user: User): void {
  const lasting: readonly unknown[] = [sessionQuery.queryKey[0], providerReturn];
  const goes = (key: readonly unknown[]) => !isOfServer(key) && !lasting.includes(key[0]);
  queries.removeQueries({ predicate: ({ queryKey }) => goes(queryKey) });
  queries.setQueryData(sessionQuery.queryKey, user);
}
