import { createFileRoute } from "@tanstack/react-router";
import { pageSearch } from "@/features/browse/search";
import { VariantPage } from "@/features/browse/variant/VariantPage";
import { useSearchReplaced } from "@/lib/route/address";

export const Route = createFileRoute("/_app/hermes/browse/variant/$what")({
  staticData: { title: "Variant", parent: "/hermes", leadsBack: true },
  validateSearch: pageSearch,
  component: Page,
});

function Page() {
  return (
    <VariantPage
      area="hermes"
      what={Route.useParams().what}
      search={Route.useSearch()}
      onSearch={useSearchReplaced()}
    />
  );
}
