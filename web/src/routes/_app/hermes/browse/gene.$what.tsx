import { createFileRoute } from "@tanstack/react-router";
import { GenePage } from "@/features/browse/gene/GenePage";
import { pageSearch } from "@/features/browse/search";
import { useSearchReplaced } from "@/lib/route/address";

export const Route = createFileRoute("/_app/hermes/browse/gene/$what")({
  staticData: { title: "Gene", parent: "/hermes", leadsBack: true },
  validateSearch: pageSearch,
  component: Page,
});

function Page() {
  return (
    <GenePage area="hermes" what={Route.useParams().what} search={Route.useSearch()} onSearch={useSearchReplaced()} />
  );
}
