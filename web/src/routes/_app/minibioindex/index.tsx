import { createFileRoute } from "@tanstack/react-router";
import { indexesQuery } from "@/api/bioindex/bioindex";
import { IndexList } from "@/features/bioindex/list/IndexList";
import { indexListParams, indexListSearch } from "@/features/bioindex/list/search";
import { useSearchChange } from "@/lib/route/address";

export const Route = createFileRoute("/_app/minibioindex/")({
  staticData: { title: "Indexes", parent: "/tools" },
  validateSearch: indexListSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queries }, deps }) => {
    void queries.prefetchQuery(indexesQuery(indexListParams(deps)));
  },
  component: Page,
});

function Page() {
  return <IndexList search={Route.useSearch()} onSearch={useSearchChange()} />;
}
