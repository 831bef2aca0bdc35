import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { optionsQuery } from "@/api/accounts/options";
import { type Grants, isAdmin } from "@/lib/permission";

const Tour = lazy(() => import("./Tour"));

/** On the demo, the tour for accounts that may enter HERMES; nothing elsewhere. */
export function TourOfDemo({ grants }: { grants: Grants }) {
  const demo = useQuery(optionsQuery).data?.demo;
  const enters = isAdmin(grants) || (grants.areas?.includes("hermes") ?? false);
  if (!demo || !enters) return null;
  return (
    <Suspense>
      <Tour grants={grants} />
    </Suspense>
  );
}
