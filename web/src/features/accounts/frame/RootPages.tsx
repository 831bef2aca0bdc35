import { useQuery } from "@tanstack/react-query";
import { type ErrorComponentProps, useRouterState } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { sessionQuery, type User } from "@/api/accounts/session";
import { sgcSessionQuery, sgcToken } from "@/api/sgc/session";
import { ApiError } from "@/lib/api-error";
import { isBot } from "@/lib/browser/bots";
import { type Area, areaOf, areas, areasOf } from "@/lib/route/areas";
import { Starting } from "@/ui/layout/EmptyLayout";
import { NotFoundPage, NotFoundScreen, RootError, RouteError } from "@/ui/state/ErrorPage";
import { late } from "@/ui/state/late";

// Every page starts with the root's code, also a sign-in page: the bars are loaded for signed-in
// users only.
const SgcFrame = late(() => import("./SgcFrame").then((part) => part.SgcFrame));
const SignedInFrame = late(() => import("./SignedInFrame").then((part) => part.SignedInFrame));

/** A path without a route: within the bar of the signed-in user, so that they can navigate on. */
export function UnknownPage() {
  return (
    <InItsFrame bare={<NotFoundScreen />}>
      <NotFoundPage />
    </InItsFrame>
  );
}

/** Errors before the layout exists; a page that the guard refuses also has the user's bar. */
export function GuardError(props: ErrorComponentProps) {
  const refused = props.error instanceof ApiError && props.error.status === 403;
  if (!refused) return <RootError {...props} />;
  return (
    <InItsFrame bare={<RootError {...props} />}>
      <RouteError {...props} />
    </InItsFrame>
  );
}

interface Props {
  /** What programs and people who are not signed in see. */
  bare: ReactNode;
  /** The content below the bar. */
  children: ReactNode;
}

function InItsFrame(props: Props) {
  return isBot(navigator.userAgent) ? props.bare : <InBar {...props} />;
}

function InBar({ bare, children }: Props) {
  const here = useRouterState({ select: (state) => areas[areaOf(state.location.pathname)] });
  const byToken = here.name === "sgc" && sgcToken() !== undefined;
  const sgc = useQuery({ ...sgcSessionQuery, enabled: byToken });
  const session = useQuery(sessionQuery);
  if (sgc.data?.state === "user") {
    return (
      <SgcFrame user={sgc.data.user} meanwhile={<Starting />}>
        {children}
      </SgcFrame>
    );
  }
  const area = session.data && barOf(session.data, here);
  if (session.data && area) {
    return (
      <SignedInFrame user={session.data} area={area.name} meanwhile={<Starting />}>
        {children}
      </SignedInFrame>
    );
  }
  const asked = session.isFetched && (sgc.isFetched || !byToken);
  return asked ? bare : <Starting />;
}

/** The bar of the area that the path begins like, else of one that the account may enter; none while it owes something. */
function barOf(user: User, here: Area): Area | undefined {
  const open = areasOf({ user, hasSgcToken: false });
  if (user.duties.length > 0) return undefined;
  return open.includes(here) ? here : open[0];
}
