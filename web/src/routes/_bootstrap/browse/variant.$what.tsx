import { createFileRoute } from "@tanstack/react-router";
import { pageSearch } from "@/features/browse/search";
import { VariantPage } from "@/features/browse/variant/VariantPage";

export const Route = createFileRoute("/_bootstrap/browse/variant/$what")({
  staticData: { title: "Variant", parent: "/datasets" },
  validateSearch: pageSearch,
  component: Page,
});

function Page() {
  const { what } = Route.useParams();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <VariantPage
      area="datasets"
      what={what}
      search={search}
      onSearch={(change) => void navigate({ search: change, replace: true, resetScroll: false })}
    />
  );
}
