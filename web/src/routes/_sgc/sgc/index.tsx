import { createFileRoute } from "@tanstack/react-router";
import { cohortsQuery } from "@/api/sgc/sgc";
import { CohortList } from "@/features/sgc/cohort/list/CohortList";
import { cohortsSearch, listParams } from "@/features/sgc/cohort/list/search";
import { useSearchChange } from "@/lib/route/address";

export const Route = createFileRoute("/_sgc/sgc/")({
  staticData: { title: "Cohorts" },
  validateSearch: cohortsSearch,
  loaderDeps: ({ search }) => search,
  // Starts the question early; the table shows its own loading and error states.
  loader: ({ context, deps }) => void context.queries.prefetchQuery(cohortsQuery(listParams(deps))),
  component: Page,
});

function Page() {
  return <CohortList search={Route.useSearch()} onSearch={useSearchChange()} />;
}
