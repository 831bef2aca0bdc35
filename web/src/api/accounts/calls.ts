/** What changes accounts, invitations and the own profile. */

import { apiOrigin, client, type Schemas, unwrap } from "@/api/client";
import type { Account, AccountArea, InvitationResult, NewInvitation, Profile, SentLink } from "./accounts";

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
  validHours: number,
  dryRun = false,
): Promise<InvitationResult[]> {
  const body = { dry_run: dryRun, valid_hours: validHours, items: [...items] };
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

/** An address that every account's token of the scope read opens, to try it with: who it belongs to. */
export const tokenExampleUrl = () => `${apiOrigin || location.origin}/api/is-logged-in`;

export async function revokeToken(id: string): Promise<void> {
  await unwrap(client.DELETE("/api/tokens/{id}", { params: { path: { id } } }));
}

export async function askForReset(userName: string): Promise<void> {
  await unwrap(client.POST("/api/password-reset", { body: { user_name: userName } }));
}
