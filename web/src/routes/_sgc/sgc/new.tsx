import { createFileRoute } from "@tanstack/react-router";
import { demand } from "@/features/accounts/frame/admit";
import { NewCohortPage } from "@/features/sgc/cohort/NewCohortPage";
import { may } from "@/lib/permission";

export const Route = createFileRoute("/_sgc/sgc/new")({
  staticData: { title: "New cohort", parent: "/sgc" },
  beforeLoad: ({ context: { sgcUser } }) =>
    demand(sgcUser !== null && may(sgcUser, "sgc-upload-data"), "Your account can view cohorts, but not register one."),
  component: Page,
});

function Page() {
  const userId = Route.useRouteContext({ select: (context) => context.sgcUser?.id ?? "" });
  return <NewCohortPage userId={userId} />;
}
