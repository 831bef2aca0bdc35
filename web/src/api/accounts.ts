import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { apiOrigin, client, type Schemas, unwrap } from "./client";
import type { operations } from "./gen/schema";

export type Account = Schemas["Account"];
export type AccountState = Schemas["AccountState"];
export type AccessRequest = Schemas["AccessRequest"];
export type InvitationResult = Schemas["InvitationResult"];
export type NewInvitation = Schemas["NewInvitation"];
export type SentLink = Schemas["SentLink"];
export type Profile = Schemas["Profile"];
export type ApiToken = Schemas["ApiToken"];
export type TokenScope = Schemas["TokenScope"];
export type OpenSession = Schemas["Session"];
export type SgcAccount = Schemas["SgcUser"];
/** Whose accounts: one area's, or all for administrators. */
export type AccountArea = Schemas["Area"] | "all";
export type AccountListParams = NonNullable<operations["listAreaUsers"]["parameters"]["query"]>;

/** Keys of the query cache. */
export const accountKeys = {
  all: ["accounts"] as const,
  area: (area: AccountArea) => ["accounts", area] as const,
  requests: (area: AccountArea) => ["accounts", area, "requests"] as const,
  external: ["accounts", "sgc", "external"] as const,
  profile: ["profile"] as const,
  sessions: ["profile", "sessions"] as const,
  tokens: ["profile", "tokens"] as const,
};

export const accountsQuery = (area: AccountArea, query: AccountListParams) =>
  queryOptions({
    queryKey: [...accountKeys.area(area), "list", query],
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/areas/{area}/users", { params: { path: { area }, query }, signal })),
    placeholderData: keepPreviousData,
  });

/** How many accounts of an area are in a state. */
export const accountCountQuery = (area: AccountArea, state: AccountState) =>
  queryOptions({
    queryKey: [...accountKeys.area(area), "count", state],
    queryFn: async ({ signal }) => {
      const query = { limit: 1, state: [state] };
      const call = client.GET("/api/areas/{area}/users", { params: { path: { area }, query }, signal });
      return (await unwrap(call)).total;
    },
  });

export const accessRequestsQuery = (area: AccountArea) =>
  queryOptions({
    queryKey: accountKeys.requests(area),
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/areas/{area}/access-requests", { params: { path: { area } }, signal })),
  });

/** The accounts of a user service that runs elsewhere, as it tells them. */
export const externalUsersQuery = queryOptions({
  queryKey: accountKeys.external,
  queryFn: ({ signal }) => unwrap(client.GET("/api/sgc/users", { signal })),
});

const account = (area: AccountArea, id: string) => ({ path: { area, id } });

export function changeAccount(area: AccountArea, id: string, body: Schemas["AccountChange"]): Promise<Account> {
  return unwrap(client.PATCH("/api/areas/{area}/users/{id}", { params: account(area, id), body }));
}

/** A new invitation, or a link to choose a new password; older links stop working. */
export function sendLink(area: AccountArea, id: string): Promise<SentLink> {
  return unwrap(client.POST("/api/areas/{area}/users/{id}/link", { params: account(area, id) }));
}

export async function endSessionsOf(area: AccountArea, id: string): Promise<void> {
  await unwrap(client.DELETE("/api/areas/{area}/users/{id}/sessions", { params: account(area, id) }));
}

export async function removeSecondFactorOf(area: AccountArea, id: string): Promise<void> {
  await unwrap(client.DELETE("/api/areas/{area}/users/{id}/second-factor", { params: account(area, id) }));
}

/** Takes an invitation back that was not accepted; its account is gone. */
export async function withdrawInvitation(area: AccountArea, id: string): Promise<void> {
  await unwrap(client.DELETE("/api/areas/{area}/users/{id}/invitation", { params: account(area, id) }));
}

/** What became of each, in the order sent. With `dryRun` nothing is made. */
export async function invite(
  area: AccountArea,
  items: readonly NewInvitation[],
  dryRun = false,
): Promise<InvitationResult[]> {
  const body = { dry_run: dryRun, items: [...items] };
  return (await unwrap(client.POST("/api/areas/{area}/invitations", { params: { path: { area } }, body }))).items;
}

export function decideAccess(area: AccountArea, id: string, body: Schemas["AccessDecision"]): Promise<SentLink> {
  return unwrap(client.POST("/api/areas/{area}/access-requests/{id}", { params: account(area, id), body }));
}

/** An account with a password that has to be changed at its first use. */
export async function createWithPassword(area: "hermes" | "sgc", body: Schemas["AddHermesUser"]): Promise<void> {
  if (area === "hermes") await unwrap(client.POST("/api/add-hermes-user", { body }));
  else await unwrap(client.POST("/api/sgc/create-user", { body: { ...body, email: body.user_name } }));
}

export const profileQuery = queryOptions({
  queryKey: accountKeys.profile,
  queryFn: ({ signal }) => unwrap(client.GET("/api/profile", { signal })),
});

export const sessionsQuery = queryOptions({
  queryKey: accountKeys.sessions,
  queryFn: ({ signal }) => unwrap(client.GET("/api/sessions", { signal })),
});

export const tokensQuery = queryOptions({
  queryKey: accountKeys.tokens,
  queryFn: ({ signal }) => unwrap(client.GET("/api/tokens", { signal })),
});

export function updateProfile(body: Schemas["ProfileChange"]): Promise<Profile> {
  return unwrap(client.PATCH("/api/profile", { body }));
}

export async function removeSecondFactor(current?: string): Promise<void> {
  await unwrap(client.DELETE("/api/profile/second-factor", { body: { current_password: current } }));
}

export async function renewRecoveryCodes(current?: string): Promise<string[]> {
  const call = client.POST("/api/profile/second-factor/recovery-codes", { body: { current_password: current } });
  return (await unwrap(call)).codes;
}

export async function unlinkIdentity(id: string): Promise<void> {
  await unwrap(client.DELETE("/api/profile/identities/{id}", { params: { path: { id } } }));
}

export async function endSession(id: string): Promise<void> {
  await unwrap(client.DELETE("/api/sessions/{id}", { params: { path: { id } } }));
}

export async function endOtherSessions(): Promise<void> {
  await unwrap(client.DELETE("/api/sessions"));
}

export function createToken(body: Schemas["NewApiToken"]): Promise<Schemas["CreatedApiToken"]> {
  return unwrap(client.POST("/api/tokens", { body }));
}

/** An address that a token opens, to try it with. */
export const tokenExampleUrl = () => `${apiOrigin || location.origin}/api/hermes/uploads`;

export async function revokeToken(id: string): Promise<void> {
  await unwrap(client.DELETE("/api/tokens/{id}", { params: { path: { id } } }));
}

export async function askForReset(userName: string): Promise<void> {
  await unwrap(client.POST("/api/password-reset", { body: { user_name: userName } }));
}
