import { useQuery } from "@tanstack/react-query";
import { createFileRoute, Outlet, redirect } from "@tanstack/react-router";
import { useLiveJobs } from "@/api/events";
import { sessionQuery } from "@/api/session";
import { AccountMenu } from "@/features/auth/AccountMenu";
import { SignInDialog } from "@/features/auth/SignInDialog";
import { GrantsContext, may } from "@/lib/permission";
import { AppLayout, type Section } from "@/ui/layout/AppLayout";

/** Guard of the area: nobody passes without a session; where they wanted to go is kept whole. */
export const Route = createFileRoute("/hermes")({
  beforeLoad: async ({ context, location }) => {
    const user = await context.queries.fetchQuery(sessionQuery);
    if (!user) throw redirect({ to: "/hermes/login", search: { redirect: location.href } });
    return { user };
  },
  component: HermesArea,
});

const datasets: Section = {
  label: "Datasets",
  to: "/hermes",
  holds: (path) => !path.startsWith("/hermes/ma"),
};

const metaAnalyses: Section = {
  label: "Meta-analyses",
  to: "/hermes/ma",
  holds: (path) => path.startsWith("/hermes/ma"),
};

function HermesArea() {
  const guarded = Route.useRouteContext({ select: (context) => context.user });
  const user = useQuery(sessionQuery).data ?? guarded;
  useLiveJobs();
  const sections = may(user, "viewAllUploads") ? [datasets, metaAnalyses] : [datasets];
  return (
    <GrantsContext value={user}>
      <AppLayout area="HERMES" home="/hermes" sections={sections} userMenu={<AccountMenu user={user} />}>
        <Outlet />
      </AppLayout>
      <SignInDialog user={user} />
    </GrantsContext>
  );
}
