import { createFileRoute } from "@tanstack/react-router";
import { z } from "zod/mini";
import { demand } from "@/features/accounts/frame/admit";
import { PlanPage } from "@/features/hermes/freeze/plan/PlanPage";
import { searchText } from "@/lib/list/table-search";
import { may } from "@/lib/permission";

export const Route = createFileRoute("/_app/hermes/freezes/new")({
  staticData: { title: "New freeze", parent: "/hermes/freezes" },
  beforeLoad: ({ context }) =>
    demand(may(context.user, "runMetaAnalysis"), "Reviewers plan freezes. Ask one for the role."),
  /** The freeze whose next version it is, or the one that is changed. */
  validateSearch: z.object({ from: searchText, edit: searchText }),
  component: New,
});

function New() {
  const { from, edit } = Route.useSearch();
  const account = Route.useRouteContext({ select: (context) => context.user.id });
  return <PlanPage key={edit ?? from ?? ""} account={account} from={from} edit={edit} />;
}
