import { isRoute, within } from "./known-paths";
import { limitedToHermes } from "./landing";

/** What an account owes before it may do anything else. */
export type Duty = "change_password" | "second_factor";

interface Owing {
  duties?: readonly Duty[];
}

interface Member extends Owing {
  groups: readonly string[];
  /** Those the account may enter. */
  areas: readonly string[];
}

/** The known state of the session. */
export type SessionState<U = Member> =
  | { state: "none" }
  | { state: "unreachable"; error: unknown }
  | { state: "user"; user: U };

/**
 * The known state of the token of the SGC area. `refused`: there was one, but the user service does
 * not accept it.
 */
export type SgcState<U = Owing> = SessionState<U> | { state: "refused" } | { state: "unconfigured" };

/** Which question a path asks before its page is shown. */
export type Gate = "open" | "register" | "duties" | "sgc" | "session";

/**
 * The gates by whole path segments. A path without a route is open: it only shows that it does not
 * exist.
 */
export function gateOf(pathname: string): Gate {
  if (pathname === "/" || !isRoute(pathname)) return "open";
  if (["/login", "/hermes/login", "/sgc/login", "/p", "/help"].some((door) => within(pathname, door))) return "open";
  if (within(pathname, "/register")) return "register";
  if (within(pathname, "/profile/duties")) return "duties";
  return within(pathname, "/sgc") ? "sgc" : "session";
}

export interface Asked {
  pathname: string;
  /** Path with query and fragment: what to come back to. */
  href: string;
}

/** The answers that the gate needs; those of other gates are not asked for. */
export interface Known {
  /** Heard in development builds alone. */
  skipAuth?: boolean;
  registration?: boolean;
  /** This tab has an invitation: in the link, or kept from it. */
  invitation?: boolean;
  session?: SessionState;
  sgc?: SgcState;
}

export type Decision =
  | { go: "on" }
  | { go: "sign-in"; to: "/login" | "/hermes/login" | "/sgc/login"; search: { redirect: string; expired?: number } }
  | { go: "duties"; search: { redirect: string } }
  | { go: "home" }
  | { go: "forbidden"; area: "hermes" | "others" }
  | { go: "unreachable"; error: unknown };

const on: Decision = { go: "on" };
const nobody = { state: "none" } as const;

/** Whether the link carries an invitation: `#invitation=TOKEN`. */
export function carriesInvitation(hash: string): boolean {
  return (new URLSearchParams(hash).get("invitation") ?? "") !== "";
}

/** Who may pass, and where the others are redirected. The rules are applied in order. */
export function decide(asked: Asked, known: Known): Decision {
  if (import.meta.env.DEV && known.skipAuth) return on;
  const gate = gateOf(asked.pathname);
  if (gate === "open") return on;
  if (gate === "register" && (known.registration || known.invitation)) return on;
  if (gate === "sgc") return decideSgc(asked, known.sgc ?? nobody, known.session ?? nobody);
  if (gate === "duties") return decideDuties(asked, known);
  return decideSession(asked, known.session ?? nobody);
}

function owes(user: Owing): boolean {
  return (user.duties?.length ?? 0) > 0;
}

/** Whether the guard checks the session: it does if no token decides about the area. */
export function asksSession(sgc: SgcState): boolean {
  return sgc.state !== "user" && sgc.state !== "unreachable";
}

/** Its token opens the area, and so does the session of an account that has a place in it. */
function decideSgc(asked: Asked, sgc: SgcState, session: SessionState): Decision {
  if (asksSession(sgc)) {
    if (session.state === "unreachable") return { go: "unreachable", error: session.error };
    if (session.state === "user" && session.user.areas.includes("sgc")) return decideSession(asked, session);
  }
  switch (sgc.state) {
    case "unreachable":
      return { go: "unreachable", error: sgc.error };
    case "user":
      return owes(sgc.user) ? { go: "duties", search: { redirect: asked.href } } : on;
    case "refused":
      return { go: "sign-in", to: "/sgc/login", search: { redirect: asked.href, expired: 1 } };
    default:
      return { go: "sign-in", to: "/sgc/login", search: { redirect: asked.href } };
  }
}

function decideSession(asked: Asked, session: SessionState): Decision {
  const inHermes = within(asked.pathname, "/hermes");
  if (session.state === "unreachable") return { go: "unreachable", error: session.error };
  if (session.state === "none") {
    return { go: "sign-in", to: inHermes ? "/hermes/login" : "/login", search: { redirect: asked.href } };
  }
  if (owes(session.user)) return { go: "duties", search: { redirect: asked.href } };
  if (inHermes && !session.user.areas.includes("hermes")) return { go: "forbidden", area: "hermes" };
  if (!inHermes && limitedToHermes(session.user)) return { go: "forbidden", area: "others" };
  return on;
}

/** The page of open duties is only for users with one. */
function decideDuties(asked: Asked, known: Known): Decision {
  const session = known.session ?? nobody;
  const sgc = known.sgc ?? nobody;
  if (session.state === "user" && owes(session.user)) return on;
  if (sgc.state === "user" && owes(sgc.user)) return on;
  if (session.state === "user" || sgc.state === "user") return { go: "home" };
  return decideSession(asked, session);
}
