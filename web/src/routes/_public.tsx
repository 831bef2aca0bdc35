import { createFileRoute, Outlet } from "@tanstack/react-router";
import { PublicFrame } from "@/ui/layout/PublicFrame";
import { RootError } from "@/ui/state/ErrorPage";

/** Layout "public": pages that need no account. */
export const Route = createFileRoute("/_public")({ component: Public, errorComponent: RootError });

function Public() {
  return (
    <PublicFrame>
      <Outlet />
    </PublicFrame>
  );
}
