import { createFileRoute } from "@tanstack/react-router";
import { readRegion } from "@/features/browse/region/asked";
import { RegionPage } from "@/features/browse/region/RegionPage";
import { regionSearch } from "@/features/browse/region/search";
import { useGoToRegion } from "@/features/browse/region/useGoToRegion";

export const Route = createFileRoute("/_app/hermes/browse/region/$what")({
  staticData: { title: "Region", parent: "/hermes", leadsBack: true },
  validateSearch: regionSearch,
  // What reads ahead comes with the page, not with what every page begins with.
  codeSplitGroupings: [["loader"], ["component"]],
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queries }, params: { what }, deps }) => readRegion(queries, what, deps),
  component: Page,
});

function Page() {
  return <RegionPage area="hermes" what={Route.useParams().what} search={Route.useSearch()} onGo={useGoToRegion()} />;
}
