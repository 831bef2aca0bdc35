import { createFileRoute, Outlet } from "@tanstack/react-router";
import { signedIn } from "@/features/accounts/frame/admit";
import { SignedInFrame } from "@/features/accounts/frame/SignedInFrame";
import { GlobalSearch } from "@/features/search/GlobalSearch";
import { Starting } from "@/ui/layout/EmptyLayout";
import { RootError } from "@/ui/state/ErrorPage";

/** Layout "bootstrap": the frame of the data sets, with tools, help and administration. */
export const Route = createFileRoute("/_bootstrap")({
  beforeLoad: ({ context }) => ({ user: signedIn(context.user) }),
  component: Bootstrap,
  pendingComponent: Starting,
  errorComponent: RootError,
});

function Bootstrap() {
  const user = Route.useRouteContext({ select: (context) => context.user });
  return (
    <GlobalSearch>
      <SignedInFrame user={user} area="datasets">
        <Outlet />
      </SignedInFrame>
    </GlobalSearch>
  );
}
