import { createFileRoute, Outlet, useRouterState } from "@tanstack/react-router";
import { signedIn } from "@/features/accounts/frame/admit";
import { SignedInFrame } from "@/features/accounts/frame/SignedInFrame";
import { GlobalSearch } from "@/features/search/GlobalSearch";
import { TourOfDemo } from "@/features/tour/TourOfDemo";
import { areaOf } from "@/lib/route/areas";
import { Starting } from "@/ui/layout/EmptyLayout";
import { RootError } from "@/ui/state/ErrorPage";

/** Layout "default": the frame of the area that the path belongs to. */
export const Route = createFileRoute("/_app")({
  beforeLoad: ({ context }) => ({ user: signedIn(context.user) }),
  component: App,
  pendingComponent: Starting,
  errorComponent: RootError,
});

function App() {
  const user = Route.useRouteContext({ select: (context) => context.user });
  const area = useRouterState({ select: (state) => areaOf(state.location.pathname) });
  return (
    <GlobalSearch>
      <SignedInFrame user={user} area={area}>
        <Outlet />
      </SignedInFrame>
      <TourOfDemo grants={user} />
    </GlobalSearch>
  );
}
