import { within } from "./known-paths";
import { safeRedirect } from "./redirect";

interface Member {
  groups: readonly string[];
  /** Those that the account may enter. */
  areas: readonly string[];
}

/** Accounts whose only group is HERMES stay in that area. */
export function limitedToHermes(user: Pick<Member, "groups">): boolean {
  return user.groups.length === 1 && user.groups[0] === "hermes";
}

/** The first page of a user: HERMES for its group, else the first area they may enter. */
export function homeOf({ groups, areas }: Member): "/hermes" | "/datasets" | "/sgc" {
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

/** Where to go after signing in: where one wanted to go, if that is a page of ours that this person may enter. */
export function afterSignIn(user: Member, wanted: unknown): string {
  const path = safeRedirect(wanted);
  if (path === undefined) return homeOf(user);
  const pathname = path.replace(/[?#].*$/, "");
  if (limitedToHermes(user) && !within(pathname, "/hermes")) return homeOf(user);
  return rootsOfAreas.some(({ area, root }) => within(pathname, root) && !user.areas.includes(area))
    ? homeOf(user)
    : path;
}
