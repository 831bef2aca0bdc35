import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { client, type Schemas, unwrap } from "./client";
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
