import { createFileRoute, Outlet } from "@tanstack/react-router";
import { SgcFrame } from "@/features/accounts/signin/SgcFrame";
import { Starting } from "@/ui/layout/EmptyLayout";

/** Layout "sgc": the menu bar of the area. */
export const Route = createFileRoute("/_sgc")({ component: Sgc, pendingComponent: Starting });

function Sgc() {
  const user = Route.useRouteContext({ select: (context) => context.sgcUser });
  return (
    <SgcFrame user={user}>
      <Outlet />
    </SgcFrame>
  );
}
