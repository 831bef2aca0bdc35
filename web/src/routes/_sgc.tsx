import { createFileRoute, Outlet } from "@tanstack/react-router";
import { SgcFrame } from "@/features/accounts/signin/SgcFrame";
import { SignedInFrame } from "@/features/accounts/signin/SignedInFrame";
import { GlobalSearch } from "@/features/search/GlobalSearch";
import { RootError } from "@/ui/ErrorPage";
import { Starting } from "@/ui/layout/EmptyLayout";

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
