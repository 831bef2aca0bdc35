import { createFileRoute } from "@tanstack/react-router";
import { GenePage } from "@/features/browse/gene/GenePage";
import { pageSearch } from "@/features/browse/search";

export const Route = createFileRoute("/_bootstrap/browse/gene/$what")({
  staticData: { title: "Gene", parent: "/datasets" },
  validateSearch: pageSearch,
  component: Page,
});

function Page() {
  const { what } = Route.useParams();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <GenePage
      area="datasets"
      what={what}
      search={search}
      onSearch={(change) => void navigate({ search: change, replace: true, resetScroll: false })}
    />
  );
}
