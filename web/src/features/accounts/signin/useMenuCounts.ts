import { useQuery } from "@tanstack/react-query";
import { phenotypeRequestsQuery } from "@/api/phenotypes";
import type { User } from "@/api/session";
import type { AreaName } from "@/lib/areas";
import { may } from "@/lib/permission";

const lookAgain = 60_000;

/** What waits for this person in the area. */
export function useMenuCounts(user: User, area: AreaName) {
  const decides = area === "hermes" && user.id !== "" && may(user, "approveUpload");
  const requests = useQuery({ ...phenotypeRequestsQuery, enabled: decides, refetchInterval: lookAgain });
  // What one asked for oneself waits for somebody else.
  if (!decides) return {};
  const open = requests.data?.items.filter(({ status }) => status === "asked").length ?? 0;
  return { "/hermes/phenotypes": { count: open, words: open === 1 ? "request waits" : "requests wait" } };
}
