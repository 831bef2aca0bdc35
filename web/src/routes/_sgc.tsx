import { createFileRoute, Outlet } from "@tanstack/react-router";
import { SgcFrame } from "@/features/accounts/frame/SgcFrame";
import { SignedInFrame } from "@/features/accounts/frame/SignedInFrame";
import { GlobalSearch } from "@/features/search/GlobalSearch";
import { Starting } from "@/ui/layout/EmptyLayout";
import { RootError } from "@/ui/state/ErrorPage";

/** Layout "sgc": the menu bar of the area, for whom its token lets in, or a session. */
export const Route = createFileRoute("/_sgc")({
  component: Sgc,
  pendingComponent: Starting,
  errorComponent: RootError,
});

function Sgc() {
  const { user, sgcUser } = Route.useRouteContext({ select: ({ user, sgcUser }) => ({ user, sgcUser }) });
  if (user) {
    return (
      <GlobalSearch>
        <SignedInFrame user={user} area="sgc">
          <Outlet />
        </SignedInFrame>
      </GlobalSearch>
    );
  }
  return (
    <GlobalSearch>
      <SgcFrame user={sgcUser}>
        <Outlet />
      </SgcFrame>
    </GlobalSearch>
  );
}
