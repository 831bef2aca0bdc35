import type { QueryClient } from "@tanstack/react-query";
import { notFound, type ParsedLocation, redirect } from "@tanstack/react-router";
import { optionsQuery } from "@/api/accounts/options";
import { sessionQuery, type User } from "@/api/accounts/session";
import { ApiError } from "@/api/error";
import { freshOrKept } from "@/api/queries";
import { type SgcUser, sgcSessionQuery, sgcUserOf } from "@/api/sgc/session";
import type { Arrival } from "@/lib/browser/arrival";
import { isAdmin, may } from "@/lib/permission";
import {
  asksSession,
  carriesInvitation,
  decide,
  gateOf,
  type Known,
  type SessionState,
  type SgcState,
} from "@/lib/route/guard";
import { isRoute, within } from "@/lib/route/known-paths";
import { afterSignIn } from "@/lib/route/landing";
import { safeRedirect } from "@/lib/route/redirect";
import { keptLink } from "../register/linkToken";
import { nobody, skipAuth } from "../signin/skipAuth";

interface Passed {
  /** The signed-in user; null without one, or if the guard did not check. */
  user: User | null;
  /** The account of the SGC token, or of a session that opens the area, likewise. */
  sgcUser: SgcUser | null;
}

interface Asking extends Known {
  session?: SessionState<User>;
  sgc?: SgcState<SgcUser>;
}

/**
 * The signed-in user. A known user stays signed in while the server does not answer, and so does
 * the open page.
 */
async function askSession(queries: QueryClient): Promise<SessionState<User>> {
  try {
    const user = await freshOrKept(queries, sessionQuery);
    return user ? { state: "user", user } : { state: "none" };
  } catch (error) {
    return { state: "unreachable", error };
  }
}

/** Asks what the gate of this path needs to know, and nothing else. */
async function gather(queries: QueryClient, location: ParsedLocation): Promise<Asking> {
  if (skipAuth) return { skipAuth };
  switch (gateOf(location.pathname)) {
    case "open":
      return {};
    case "sgc": {
      const sgc = await queries.fetchQuery(sgcSessionQuery);
      return asksSession(sgc) ? { sgc, session: await askSession(queries) } : { sgc };
    }
    case "register": {
      if (carriesInvitation(location.hash) || keptLink("invitation") !== undefined) return { invitation: true };
      const { registration } = await queries.fetchQuery(optionsQuery);
      return registration ? { registration } : { session: await askSession(queries) };
    }
    case "duties": {
      const session = await askSession(queries);
      const owing = session.state === "user" && session.user.duties.length > 0;
      // A user without duties here may have one with another account, in the SGC area.
      return owing ? { session } : { session, sgc: await queries.fetchQuery(sgcSessionQuery) };
    }
    default:
      return { session: await askSession(queries) };
  }
}

const forbidden = {
  hermes: "You do not have access to HERMES. Ask a HERMES reviewer or an administrator.",
  others: "Your account is for HERMES only. This page is not part of HERMES.",
};

/**
 * The guard of the pages: admits, redirects to sign-in, or explains the refusal. The server
 * enforces the same on every call.
 */
export async function admit(queries: QueryClient, location: ParsedLocation, arrival?: Arrival): Promise<Passed> {
  // A path with an id that no record can have is as unknown as one without a route.
  if (location.pathname !== "/" && !isRoute(location.pathname)) throw notFound();
  const known = await gather(queries, location);
  const decision = decide({ pathname: location.pathname, href: arrival?.letters(location) ?? location.href }, known);
  const user = known.session?.state === "user" ? known.session.user : null;
  const inSgc = user?.areas.includes("sgc") ? sgcUserOf(user) : null;
  const sgcUser = known.sgc?.state === "user" ? known.sgc.user : inSgc;
  switch (decision.go) {
    case "sign-in":
      throw redirect({ to: decision.to, search: decision.search });
    case "duties":
      throw redirect({ to: "/profile/duties", search: decision.search });
    case "home": {
      const wanted = (location.search as { redirect?: unknown }).redirect;
      const path = safeRedirect(wanted);
      const sgc = sgcUser && path !== undefined && within(path.replace(/[?#].*$/, ""), "/sgc");
      throw redirect({ href: user && !sgc ? afterSignIn(user, wanted) : (path ?? "/sgc") });
    }
    case "forbidden":
      throw new ApiError(403, forbidden[decision.area], "forbidden");
    case "unreachable":
      throw decision.error;
    default:
      return { user, sgcUser };
  }
}

/** The user of a page behind the guard. Only a development build without a guard has none. */
export function signedIn(user: User | null): User {
  if (user) return user;
  if (skipAuth && nobody) return nobody;
  throw redirect({ to: "/login" });
}

/** Why pages of HERMES are closed to some of its members. */
export const mayNotUpload = "Your account cannot upload files. Ask a reviewer for the role.";
const mayNotSeeAll = "Results are for accounts that can see all files. Ask a reviewer for the role.";

/** Refuses a page that the account may not use, with a sentence; the server refuses its calls as well. */
export function demand(allowed: boolean, sentence: string): void {
  if (!allowed && !skipAuth) throw new ApiError(403, sentence, "forbidden");
}

/** Refuses a page of meta-analyses to accounts that do not see all submissions. */
export function demandAll({ context }: { context: { user: User } }): void {
  demand(may(context.user, "viewAllUploads"), mayNotSeeAll);
}

/** Refuses a page for administrators to others. */
export function demandAdmin({ context }: { context: { user: User | null } }): void {
  demand(context.user !== null && isAdmin(context.user), "This page is for administrators of this server.");
}
