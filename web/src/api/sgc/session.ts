import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { z } from "zod/mini";
import { optionsQuery, type SignInOptions } from "@/api/accounts/options";
import { roleNames } from "@/api/accounts/roles";
import { forgetOthers, sessionQuery, type User } from "@/api/accounts/session";
import { dropSgcToken, keepSgcToken, sgcToken } from "@/api/bearer";
import { apiOrigin, credentialsHere } from "@/api/client";
import { ApiError, isUnreachable, offline, toApiError } from "@/api/error";
import { createTransport } from "@/api/transport";
import { connection } from "@/lib/browser/connection";
import { runtimeConfig } from "@/lib/browser/runtime-config";
import { parseAs } from "@/lib/parse";
import type { SgcState } from "@/lib/route/guard";

export { dropSgcToken, sgcToken } from "@/api/bearer";

/** Exact words of the specification, for a server without a user service. */
export const unconfigured = "User service URL not configured";

const texts = z.catch(z.array(z.string()), []);

/**
 * An account in the formats of different user services: roles are strings or objects with a name,
 * and most other fields are optional.
 */
const sgcUserShape = z.object({
  id: z.coerce.string(),
  username: z.string(),
  email: z.nullish(z.string()),
  roles: roleNames,
  permissions: texts,
  groups: texts,
  duties: z.catch(z.array(z.enum(["change_password", "second_factor"])), []),
});

export interface SgcUser extends z.infer<typeof sgcUserShape> {
  /** Areas whose users they manage, if the session contains them. */
  manages?: readonly string[];
}

/** The account of a session as the area knows accounts. */
export function sgcUserOf({ user_name, ...rest }: User): SgcUser {
  return { ...rest, username: user_name };
}

const verified = z.object({ user: sgcUserShape });
const whole = z.object({ access: z.string().check(z.minLength(1)), user: z.looseObject({}) });
const granted = z.object({ access: z.string().check(z.minLength(1)), user: sgcUserShape });

interface Call {
  method?: "GET" | "POST";
  body?: unknown;
  token?: string;
  /** The message if the service refuses without one. */
  wordless?: { detail: string; code: string };
}

const toHere = createTransport(connection.suspect);
/** A user service elsewhere may be away while this server is not. */
const toElsewhere = createTransport();

/** One call to the user service: this server, or another one; its own sentence when it refuses. */
async function ask(
  options: SignInOptions,
  path: string,
  { method = "GET", body, token, wordless }: Call,
): Promise<unknown> {
  const here = options.user_service_url === "/";
  const base = here ? apiOrigin || location.origin : options.user_service_url.replace(/\/+$/, "");
  const headers = new Headers({ Accept: "application/json" });
  if (body !== undefined) headers.set("Content-Type", "application/json");
  if (token) headers.set("Authorization", `Bearer ${token}`);
  const text = body === undefined ? undefined : JSON.stringify(body);
  const request = new Request(`${base}${path}`, {
    method,
    headers,
    body: text,
    credentials: here ? credentialsHere : "omit",
  });
  const response = await (here ? toHere : toElsewhere)(request);
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok) return answer;
  throw toApiError(response, refusalOf(answer) ?? wordless);
}

const refusalShape = z.looseObject({ detail: z.string().check(z.minLength(1)) });
const otherRefusalShape = z.object({ error: z.string().check(z.minLength(1)) });

/** The message of a refusal: services use `detail` or `error`. */
function refusalOf(answer: unknown): object | undefined {
  const ours = refusalShape.safeParse(answer);
  if (ours.success) return ours.data;
  const other = otherRefusalShape.safeParse(answer);
  return other.success ? { detail: other.data.error } : undefined;
}

/** A call to the user service with the token of this browser, e.g. to change the password. */
export async function sgcFetch(queries: QueryClient, path: string, call: Omit<Call, "token"> = {}): Promise<unknown> {
  const options = await configured(queries);
  return ask(options, path, { ...call, token: sgcToken() });
}

async function configured(queries: QueryClient): Promise<SignInOptions> {
  const options = await queries.fetchQuery(optionsQuery);
  if (options.user_service_url === "") throw new ApiError(503, unconfigured, "unconfigured");
  return options;
}

function unreachable(cause: unknown, here = true): SgcState<SgcUser> {
  if (here && isUnreachable(cause)) return { state: "unreachable", error: cause };
  const reference = cause instanceof ApiError ? cause.requestId : "";
  const sentence = "The user service cannot be reached. Your sign-in is kept. Try again in a moment.";
  return { state: "unreachable", error: new ApiError(503, sentence, "unreachable", [], reference) };
}

/** The group of the area's accounts: the page's configuration has priority. */
function groupOf(options: SignInOptions): string {
  return runtimeConfig().sgcUserGroup || options.sgc_group;
}

function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500;
}

/** The token is invalid, so it is removed. */
function refusedToken(): SgcState<SgcUser> {
  dropSgcToken();
  return { state: "refused" };
}

/** Asks whose token this browser holds; it is kept only for a user, or while the service is down or out of order. */
async function verify(queries: QueryClient): Promise<SgcState<SgcUser>> {
  const token = sgcToken();
  let options: SignInOptions;
  try {
    options = await queries.fetchQuery(optionsQuery);
  } catch (error) {
    return token ? unreachable(error) : { state: "none" };
  }
  if (options.user_service_url === "") return { state: "unconfigured" };
  if (!token) return { state: "none" };
  let answer: unknown;
  try {
    answer = await ask(options, `/api/auth/verify/?group=${encodeURIComponent(groupOf(options))}`, { token });
  } catch (error) {
    if (isRefusal(error)) return refusedToken();
    // A known user stays signed in while the service does not answer, and so does the open page.
    const known = queries.getQueryData<SgcState<SgcUser>>(["sgc-session"]);
    return known?.state === "user" ? known : unreachable(error, options.user_service_url === "/");
  }
  const told = verified.safeParse(answer);
  return told.success ? { state: "user", user: told.data.user } : refusedToken();
}

/** Who is signed in to the SGC area. Only a good answer is kept for a while. */
export const sgcSessionQuery = queryOptions({
  queryKey: ["sgc-session"],
  queryFn: ({ client }) => verify(client),
  staleTime: (query) => (query.state.data?.state === "user" ? 60_000 : 0),
});

export interface SgcCredentials {
  username: string;
  password: string;
  /** Of the second factor. */
  code?: string;
}

/** Exact words of the specification, for a refusal without a message. */
const wordless = { detail: "Login failed. Please check your credentials.", code: "login_failed" };

/** A connection error of an external service is not a refusal, and keeps the session. */
function signInFault(cause: unknown): unknown {
  if (!(cause instanceof ApiError) || cause.status !== offline) return cause;
  return new ApiError(
    offline,
    "The user service cannot be reached. Nothing was lost. Try again in a moment.",
    cause.code,
  );
}

/**
 * Signs in to the group of the SGC area at its user service, and keeps the token in this browser. Where this server is the user
 * service, the same proof opens its session too: it leads to other areas, and replaces a token that cannot be stored.
 */
export async function signInSgc(queries: QueryClient, credentials: SgcCredentials): Promise<{ id: string }> {
  const options = await configured(queries);
  const here = options.user_service_url === "/";
  const body = { ...credentials, group: groupOf(options) };
  const call = ask(options, "/api/auth/login/", { method: "POST", body, wordless });
  const answer = await call.catch((cause) => {
    throw here ? cause : signInFault(cause);
  });
  if (!whole.safeParse(answer).success) throw new ApiError(401, "Invalid credentials", "wrong_credentials");
  const { access, user } = parseAs(granted, answer, "answer of the user service");
  const kept = keepSgcToken(access);
  if (here) forgetOthers(queries, user.id);
  const opened = here && (await queries.fetchQuery({ ...sessionQuery, staleTime: 0 })) !== null;
  if (!kept && !opened) {
    const sentence = "This browser blocks the page from storing your sign-in. Allow it to store site data.";
    throw new ApiError(0, sentence, "storage");
  }
  const session: SgcState<SgcUser> = { state: "user", user };
  if (kept) queries.setQueryData(sgcSessionQuery.queryKey, session);
  return user;
}

/** Ends the token where the service can, removes it here, and forgets what was read with it. */
export async function signOutSgc(queries: QueryClient): Promise<void> {
  try {
    await sgcFetch(queries, "/api/auth/logout/", { method: "POST" });
  } catch {
    // Another user service may not know the call, or be down; this browser is signed out all the same.
  }
  dropSgcToken();
  queries.clear();
}
