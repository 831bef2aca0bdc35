import { createFileRoute } from "@tanstack/react-router";
import { z } from "zod/mini";
import { demand } from "@/features/accounts/frame/admit";
import { mayNotPlan } from "@/features/hermes/freeze/admit";
import { NewFreezePage } from "@/features/hermes/freeze/plan/NewFreezePage";
import { searchText } from "@/lib/list/table-search";
import { may } from "@/lib/permission";

export const Route = createFileRoute("/_app/hermes/freezes/new")({
  staticData: { title: "New freeze", parent: "/hermes/freezes" },
  beforeLoad: ({ context }) => demand(may(context.user, "runMetaAnalysis"), mayNotPlan),
  /** The freeze whose document is copied. */
  validateSearch: z.object({ from: searchText }),
  component: New,
});

function New() {
  const { from } = Route.useSearch();
  const account = Route.useRouteContext({ select: (context) => context.user.id });
  return <NewFreezePage key={from ?? ""} account={account} from={from} />;
}
