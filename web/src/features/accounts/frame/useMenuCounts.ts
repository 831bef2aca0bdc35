import { useQuery } from "@tanstack/react-query";
import type { User } from "@/api/accounts/session";
import { phenotypeRequestsQuery } from "@/api/hermes/phenotypes";
import { unreadQuery } from "@/api/hermes/unread";
import { may } from "@/lib/permission";
import type { AreaName } from "@/lib/route/areas";

const lookAgain = 60_000;

/** How many notices of this person are new; undefined for accounts that can have none. */
export function useUnread(user: User): number | undefined {
  const told = user.id !== "" && user.areas.includes("hermes");
  const { data } = useQuery({ ...unreadQuery, enabled: told });
  return told ? (data ?? 0) : undefined;
}

/** What waits for this person in the area. */
export function useMenuCounts(user: User, area: AreaName) {
  const decides = area === "hermes" && user.id !== "" && may(user, "approveUpload");
  const requests = useQuery({ ...phenotypeRequestsQuery, enabled: decides, refetchInterval: lookAgain });
  const unread = useUnread(user);
  if (area !== "hermes" || user.id === "") return {};
  // A user's own requests wait for another person.
  const open = decides ? (requests.data?.items.filter(({ status }) => status === "asked").length ?? 0) : 0;
  return {
    "/hermes/phenotypes": { count: open, words: open === 1 ? "request waits" : "requests wait" },
    "/hermes/notices": { count: unread ?? 0, words: unread === 1 ? "new notice" : "new notices" },
  };
}
