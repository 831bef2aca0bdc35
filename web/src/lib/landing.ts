import { within } from "./known-paths";
import { safeRedirect } from "./redirect";

interface Member {
  groups: readonly string[];
}

/** Accounts whose only group is HERMES stay in that area. */
export function limitedToHermes(user: Member): boolean {
  return user.groups.length === 1 && user.groups[0] === "hermes";
}

/** Where a person begins. */
export function homeOf(user: Member): "/hermes" | "/datasets" {
  return user.groups.includes("hermes") ? "/hermes" : "/datasets";
}

/** Where to go after signing in: where one wanted to go, if that is a page of ours that this person may enter. */
export function afterSignIn(user: Member, wanted: unknown): string {
  const path = safeRedirect(wanted);
  if (path === undefined) return homeOf(user);
  const pathname = path.replace(/[?#].*$/, "");
  return limitedToHermes(user) && !within(pathname, "/hermes") ? homeOf(user) : path;
}
