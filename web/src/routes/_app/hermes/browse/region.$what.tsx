import { createFileRoute } from "@tanstack/react-router";
import { RegionPage } from "@/features/browse/region/RegionPage";
import { regionSearch } from "@/features/browse/region/search";

export const Route = createFileRoute("/_app/hermes/browse/region/$what")({
  staticData: { title: "Region", parent: "/hermes" },
  validateSearch: regionSearch,
  component: Page,
});

function Page() {
  const { what } = Route.useParams();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <RegionPage
      area="hermes"
      what={what}
      search={search}
      onGo={(next, change) => void navigate({ params: { what: next }, search: change, resetScroll: false })}
    />
  );
}
