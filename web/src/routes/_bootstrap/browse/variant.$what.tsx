import { createFileRoute } from "@tanstack/react-router";
import { pageSearch } from "@/features/browse/search";
import { VariantPage } from "@/features/browse/variant/VariantPage";
import { useSearchReplaced } from "@/lib/route/address";

export const Route = createFileRoute("/_bootstrap/browse/variant/$what")({
  staticData: { title: "Variant", parent: "/datasets", leadsBack: true },
  validateSearch: pageSearch,
  component: Page,
});

function Page() {
  return (
    <VariantPage
      area="datasets"
      what={Route.useParams().what}
      search={Route.useSearch()}
      onSearch={useSearchReplaced()}
    />
  );
}
