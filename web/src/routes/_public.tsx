import { useQuery } from "@tanstack/react-query";
import { createFileRoute, Outlet } from "@tanstack/react-router";
import { sessionQuery, wasSignedIn } from "@/api/accounts/session";
import { PublicFrame } from "@/ui/layout/PublicFrame";
import { RootError } from "@/ui/state/ErrorPage";
import { late } from "@/ui/state/late";

const PublicAccount = late(() => import("@/features/accounts/frame/PublicAccount").then((part) => part.PublicAccount));

/** Layout "public": pages that need no account. */
export const Route = createFileRoute("/_public")({ component: Public, errorComponent: RootError });

function Public() {
  const user = useQuery({ ...sessionQuery, enabled: wasSignedIn() }).data;
  return (
    <PublicFrame account={user && <PublicAccount user={user} meanwhile={null} />}>
      <Outlet />
    </PublicFrame>
  );
}
