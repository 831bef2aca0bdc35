import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { z } from "zod/mini";
import { reread } from "@/api/api-query";
import { keepSgcToken } from "@/api/bearer";
import { client, type Schemas, unwrapQuietly } from "@/api/client";
import { ApiError } from "@/api/error";
import { sessionLost } from "@/api/session-lost";
import { sgcFetch, sgcSessionQuery, sgcToken } from "@/api/sgc/session";
import { parseAs } from "@/lib/parse";
import { ownAccount } from "./accounts";
import { sessionQuery } from "./session";

/** What signs the calls about the own account: the cookie, or the token of the SGC area. */
export type Credential = "session" | "sgc";

const secretShape = z.object({ secret: z.string(), uri: z.string(), qr_png: z.string() });
const codesShape = z.object({ codes: z.array(z.string()) });
const renewedShape = z.catch(z.object({ access: z.optional(z.string()) }), {});

/** A wrong current password is a 401 as well; only a session that is gone asks for a new one. */
async function own<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    const gone = error instanceof ApiError && ["not_signed_in", "session_ended"].includes(error.code);
    if (gone) sessionLost.announce();
    throw error;
  }
}

/** A call with the token of the SGC area; a new token in the answer takes the place of the old one. */
async function withToken(queries: QueryClient, path: string, body: unknown): Promise<unknown> {
  const answer = await sgcFetch(queries, path, { method: "POST", body });
  const { access } = renewedShape.parse(answer);
  if (access) keepSgcToken(access);
  return answer;
}

/** Changes the user's own password. The server ends the other sessions and renews this one. */
export async function changePassword(
  queries: QueryClient,
  credential: Credential,
  body: Schemas["ChangePassword"],
): Promise<void> {
  if (credential === "sgc") await withToken(queries, "/api/auth/change-password/", body);
  else await own(unwrapQuietly(client.POST("/api/change-password", { body })));
}

/** A secret for an authenticator app; nothing changes before it is confirmed. */
async function beginSecondFactor(
  queries: QueryClient,
  credential: Credential,
  current?: string,
): Promise<Schemas["SecondFactorSecret"]> {
  const body = { current_password: current };
  if (credential === "sgc") {
    return parseAs(secretShape, await withToken(queries, "/api/profile/second-factor", body), "answer of the server");
  }
  return own(unwrapQuietly(client.POST("/api/profile/second-factor", { body })));
}

/** A try to begin: the first without the password, which the server asks for when signing in was long ago. */
export interface SecretTry {
  number: number;
  current?: string;
}

/**
 * The secret as a query instead of a call: a page that renders twice still requests it once, and it
 * is removed with the page.
 */
export const secretQuery = (queries: QueryClient, credential: Credential, page: string, attempt: SecretTry) =>
  queryOptions({
    queryKey: ["second-factor-setup", page, attempt.number],
    queryFn: () => beginSecondFactor(queries, credential, attempt.current),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retryOnMount: false,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  });

/** Confirms the secret with a code; the answer is the recovery codes, which are shown once. */
export async function confirmSecondFactor(
  queries: QueryClient,
  credential: Credential,
  code: string,
): Promise<string[]> {
  const path = "/api/profile/second-factor/confirm";
  if (credential === "sgc") {
    return parseAs(codesShape, await withToken(queries, path, { code }), "answer of the server").codes;
  }
  return (await own(unwrapQuietly(client.POST(path, { body: { code } })))).codes;
}

/** Reads the own account again after a change of it. One proof may have opened both the session and the SGC area. */
export async function refreshAccount(queries: QueryClient, credential: Credential): Promise<void> {
  if (credential === "sgc" || sgcToken() !== undefined) await queries.fetchQuery({ ...sgcSessionQuery, staleTime: 0 });
  if (credential === "sgc") return;
  await queries.fetchQuery({ ...sessionQuery, staleTime: 0 });
  await reread(queries, ...ownAccount);
}
