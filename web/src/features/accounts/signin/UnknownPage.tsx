import { useQuery } from "@tanstack/react-query";
import { useRouterState } from "@tanstack/react-router";
import { sessionQuery, type User } from "@/api/session";
import { sgcSessionQuery, sgcToken } from "@/api/sgc-session";
import { type Area, areaOf, areas, areasOf } from "@/lib/areas";
import { isBot } from "@/lib/bots";
import { NotFoundPage, NotFoundScreen } from "@/ui/ErrorPage";
import { late } from "@/ui/late";
import { Starting } from "@/ui/layout/EmptyLayout";

// Every page begins with what the root needs, a door as well: the bars come for those who are signed in.
const SgcFrame = late(() => import("./SgcFrame").then((part) => part.SgcFrame));
const SignedInFrame = late(() => import("./SignedInFrame").then((part) => part.SignedInFrame));

/** A path that no route has: within the bar of whoever is signed in, so that one can go on from there. */
export function UnknownPage() {
  if (isBot(navigator.userAgent)) return <NotFoundScreen />;
  return <InItsFrame />;
}

function InItsFrame() {
  const here = useRouterState({ select: (state) => areas[areaOf(state.location.pathname)] });
  const byToken = here.name === "sgc" && sgcToken() !== undefined;
  const sgc = useQuery({ ...sgcSessionQuery, enabled: byToken });
  const session = useQuery(sessionQuery);
  if (sgc.data?.state === "user") {
    return (
      <SgcFrame user={sgc.data.user} meanwhile={<Starting />}>
        <NotFoundPage />
      </SgcFrame>
    );
  }
  const area = session.data && barOf(session.data, here);
  if (session.data && area) {
    return (
      <SignedInFrame user={session.data} area={area.name} meanwhile={<Starting />}>
        <NotFoundPage />
      </SignedInFrame>
    );
  }
  const asked = session.isFetched && (sgc.isFetched || !byToken);
  return asked ? <NotFoundScreen /> : <Starting />;
}

/** The bar of the area that the path begins like, else of one that the account may enter; none while it owes something. */
function barOf(user: User, here: Area): Area | undefined {
  const open = areasOf({ user, hasSgcToken: false });
  if (user.duties.length > 0) return undefined;
  return open.includes(here) ? here : open[0];
}
