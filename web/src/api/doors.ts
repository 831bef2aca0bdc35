import type { QueryClient } from "@tanstack/react-query";
import { client, type Schemas, unwrapQuietly } from "./client";
import { withRoleNames } from "./roles";
import { sessionQuery, type User } from "./session";

export type Link = Schemas["Link"];
export type ProviderStart = Schemas["ProviderStart"];
export type ProviderLogin = Schemas["ProviderLogin"];

/** What a link of an invitation or reset is good for. */
export function lookUpLink(token: string): Promise<Link> {
  return unwrapQuietly(client.POST("/api/links/look-up", { body: { token } }));
}

/** Accepts an invitation with a password; signs in. */
export async function acceptInvitation(queries: QueryClient, body: Schemas["AcceptInvitation"]): Promise<User> {
  const user = withRoleNames((await unwrapQuietly(client.POST("/api/invitations/accept", { body }))).user);
  enter(queries, user);
  return user;
}

/** Gives the account of the link a new password. */
export async function confirmReset(token: string, password: string): Promise<void> {
  await unwrapQuietly(client.POST("/api/password-reset/confirm", { body: { token, password } }));
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

/** Whoever signed in now is the session; what an earlier one read is not for them. */
function enter(queries: QueryClient, user: User): void {
  const lasting = [sessionQuery.queryKey[0], "version", "sign-in-options", "provider-return"];
  queries.removeQueries({ predicate: ({ queryKey }) => !lasting.includes(String(queryKey[0])) });
  queries.setQueryData(sessionQuery.queryKey, user);
}
