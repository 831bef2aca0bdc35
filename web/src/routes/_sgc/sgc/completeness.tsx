import { createFileRoute } from "@tanstack/react-router";
import { completenessQuery } from "@/api/sgc/sgc";
import { demand } from "@/features/accounts/frame/admit";
import { CompletenessPage } from "@/features/sgc/consortium/CompletenessPage";
import { completenessParams, completenessSearch } from "@/features/sgc/consortium/completeness";
import { may } from "@/lib/permission";
import { useSearchChange } from "@/lib/route/address";

export const Route = createFileRoute("/_sgc/sgc/completeness")({
  staticData: { title: "Completeness" },
  validateSearch: completenessSearch,
  beforeLoad: ({ context: { sgcUser } }) =>
    demand(
      sgcUser !== null && may(sgcUser, "sgc-review-data"),
      "Only SGC reviewers can see the completeness of all cohorts.",
    ),
  loaderDeps: ({ search: { hide, ...asked } }) => asked,
  // Starts the question early; the table shows its own loading and error states.
  loader: ({ context, deps }) => void context.queries.prefetchQuery(completenessQuery(completenessParams(deps))),
  component: Completeness,
});

function Completeness() {
  return <CompletenessPage search={Route.useSearch()} onSearch={useSearchChange()} />;
}
