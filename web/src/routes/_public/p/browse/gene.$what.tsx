import { createFileRoute } from "@tanstack/react-router";
import { GenePage } from "@/features/browse/gene/GenePage";
import { pageSearch } from "@/features/browse/search";

export const Route = createFileRoute("/_public/p/browse/gene/$what")({
  staticData: { title: "Gene", parent: "/p/datasets" },
  validateSearch: pageSearch,
  component: Page,
});

function Page() {
  const { what } = Route.useParams();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <GenePage
      area="public"
      what={what}
      search={search}
      onSearch={(change) => void navigate({ search: change, replace: true, resetScroll: false })}
    />
  );
}
