import { createFileRoute } from "@tanstack/react-router";
import { freezeQuery } from "@/api/hermes/freezes";
import { demand } from "@/features/accounts/frame/admit";
import { mayNotPlan } from "@/features/hermes/freeze/admit";
import { EditFreezePage } from "@/features/hermes/freeze/plan/EditFreezePage";
import { may } from "@/lib/permission";

export const Route = createFileRoute("/_app/hermes/freezes/$id_/edit")({
  staticData: { title: "Edit freeze", parent: "/hermes/freezes" },
  beforeLoad: ({ context }) => demand(may(context.user, "runMetaAnalysis"), mayNotPlan),
  loader: ({ context, params }) => {
    void context.queries.prefetchQuery(freezeQuery(params.id));
  },
  component: Edit,
});

function Edit() {
  const { id } = Route.useParams();
  const account = Route.useRouteContext({ select: (context) => context.user.id });
  return <EditFreezePage key={id} id={id} account={account} />;
}
