import { keepPreviousData, type QueryFilters } from "@tanstack/react-query";
import { apiKey, apiQuery } from "@/api/api-query";
import type { Schemas } from "@/api/client";
import type { operations } from "@/api/gen/schema";

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

/** Every list of accounts, invitations and requests. */
export const accountLists: readonly QueryFilters[] = [
  { queryKey: apiKey("/api/areas") },
  { queryKey: apiKey("/api/sgc/users") },
];

/** Everything in the cache about the user's own account, with sessions and tokens. */
export const ownAccount: readonly QueryFilters[] = [
  { queryKey: apiKey("/api/profile") },
  { queryKey: apiKey("/api/sessions") },
  { queryKey: apiKey("/api/tokens") },
];

export const accountsQuery = (area: AccountArea, query: AccountListParams) =>
  apiQuery("/api/areas/{area}/users", { path: { area }, query }, { placeholderData: keepPreviousData });

export const accessRequestsQuery = (area: AccountArea) =>
  apiQuery("/api/areas/{area}/access-requests", { path: { area } });

/** The accounts of an external user service, in its format. */
export const externalUsersQuery = apiQuery("/api/sgc/users", {});

export const profileQuery = apiQuery("/api/profile", {});

export const sessionsQuery = apiQuery("/api/sessions", {});

export const tokensQuery = apiQuery("/api/tokens", {});
