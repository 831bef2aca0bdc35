import { createFileRoute } from "@tanstack/react-router";
import { codesQuery } from "@/api/datasets/datasets";
import { publicDatasetsQuery } from "@/api/datasets/public";
import { PublicList } from "@/features/datasets/public/PublicList";
import { publicParams, publicSearch } from "@/features/datasets/public/search";
import { useSearchChange } from "@/lib/route/address";

export const Route = createFileRoute("/_public/p/datasets/")({
  staticData: { title: "Public data" },
  validateSearch: publicSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queries }, deps }) => {
    void queries.prefetchQuery(publicDatasetsQuery(publicParams(deps)));
    void queries.prefetchQuery(codesQuery);
  },
  component: Page,
});

function Page() {
  return <PublicList search={Route.useSearch()} onSearch={useSearchChange("hide", "with")} />;
}
