import { useQuery } from "@tanstack/react-query";
import { phenotypeRequestsQuery } from "@/api/phenotypes";
import type { User } from "@/api/session";
import type { AreaName } from "@/lib/areas";
import { may } from "@/lib/permission";

const lookAgain = 60_000;

/** What waits for this person in the area. */
export function useMenuCounts(user: User, area: AreaName) {
  const requests = useQuery({
    ...phenotypeRequestsQuery,
    enabled: area === "hermes" && user.id !== "" && may(user, "approveUpload"),
    refetchInterval: lookAgain,
  });
  const open = requests.data?.items.filter(({ status }) => status === "asked").length ?? 0;
  return { "/hermes/phenotypes": { count: open, words: open === 1 ? "request waits" : "requests wait" } };
}
