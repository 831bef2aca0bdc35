import { createFileRoute, Outlet } from "@tanstack/react-router";
import { SgcFrame } from "@/features/auth/SgcFrame";

/** Layout "sgc": the menu bar of the area. */
export const Route = createFileRoute("/_sgc")({ component: Sgc });

function Sgc() {
  const user = Route.useRouteContext({ select: (context) => context.sgcUser });
  return (
    <SgcFrame user={user}>
      <Outlet />
    </SgcFrame>
  );
}
