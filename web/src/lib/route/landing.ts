import { within } from "./known-paths";
import { safeRedirect } from "./redirect";

interface Member {
  roles: readonly string[];
  groups: readonly string[];
  /** Those that the account may enter. */
  areas: readonly string[];
}

/** Accounts whose only group is HERMES stay in that area. */
export function limitedToHermes(user: Pick<Member, "groups">): boolean {
  return user.groups.length === 1 && user.groups[0] === "hermes";
}

/** Where a person begins: an administrator at what needs them; members of HERMES there, others in the registry if they may. */
export function homeOf({ roles, groups, areas }: Member): "/admin" | "/hermes" | "/datasets" | "/sgc" {
  if (roles.includes("admin") && areas.includes("datasets") && !limitedToHermes({ groups })) return "/admin";
  if (groups.includes("hermes") && areas.includes("hermes")) return "/hermes";
  if (areas.includes("datasets")) return "/datasets";
  if (areas.includes("hermes")) return "/hermes";
  return areas.includes("sgc") ? "/sgc" : "/datasets";
}

/** Pages that an account without a place in the area finds closed. */
const rootsOfAreas = [
  { area: "hermes", root: "/hermes" },
  { area: "datasets", root: "/datasets" },
  { area: "sgc", root: "/sgc" },
] as const;

/** Where "/" leads. */
const start = "/datasets";

/** Where to go after signing in: where one wanted to go, if that is a page of ours that this person may enter. */
export function afterSignIn(user: Member, wanted: unknown): string {
  const path = safeRedirect(wanted);
  // The start of the site redirects to the list of data sets, which is not a request for that list.
  if (path === undefined || path === start) return homeOf(user);
  const pathname = path.replace(/[?#].*$/, "");
  if (limitedToHermes(user) && !within(pathname, "/hermes")) return homeOf(user);
  return rootsOfAreas.some(({ area, root }) => within(pathname, root) && !user.areas.includes(area))
    ? homeOf(user)
    : path;
}
