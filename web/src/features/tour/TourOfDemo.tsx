import { useQuery } from "@tanstack/react-query";
import { optionsQuery } from "@/api/accounts/options";
import type { Grants } from "@/lib/permission";
import { late } from "@/ui/state/late";

const Tour = late(() => import("./Tour").then((part) => part.Tour));

/** On the demo, the tour for accounts that may enter HERMES; nothing elsewhere. */
export function TourOfDemo({ grants }: { grants: Grants }) {
  const demo = useQuery(optionsQuery).data?.demo;
  return demo && grants.areas?.includes("hermes") ? <Tour grants={grants} /> : null;
}
