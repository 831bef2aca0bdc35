import type { User } from "@/api/session";
import { homeOf } from "@/lib/landing";

/** Where somebody begins who just accepted an invitation. */
export function afterAccepting(user: Pick<User, "areas" | "groups">): "/sgc" | "/hermes" | "/datasets" {
  return user.areas.length === 1 && user.areas[0] === "sgc" ? "/sgc" : homeOf(user);
}
