import { createFileRoute } from "@tanstack/react-router";
import { pageSearch } from "@/features/browse/search";
import { VariantPage } from "@/features/browse/variant/VariantPage";

export const Route = createFileRoute("/_public/p/browse/variant/$what")({
  staticData: { title: "Variant", parent: "/p/datasets" },
  validateSearch: pageSearch,
  component: Page,
});

function Page() {
  const { what } = Route.useParams();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <VariantPage
      area="public"
      what={what}
      search={search}
      onSearch={(change) => void navigate({ search: change, replace: true, resetScroll: false })}
    />
  );
}
