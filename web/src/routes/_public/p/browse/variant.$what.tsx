import { createFileRoute } from "@tanstack/react-router";
import { pageSearch } from "@/features/browse/search";
import { VariantPage } from "@/features/browse/variant/VariantPage";
import { useSearchReplaced } from "@/lib/route/address";

export const Route = createFileRoute("/_public/p/browse/variant/$what")({
  staticData: { title: "Variant", parent: "/p/datasets", leadsBack: true },
  validateSearch: pageSearch,
  component: Page,
});

function Page() {
  return (
    <VariantPage
      area="public"
      what={Route.useParams().what}
      search={Route.useSearch()}
      onSearch={useSearchReplaced()}
    />
  );
}
