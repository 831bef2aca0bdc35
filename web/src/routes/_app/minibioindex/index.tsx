import { createFileRoute } from "@tanstack/react-router";
import { indexesQuery } from "@/api/bioindex";
import { IndexList } from "@/features/bioindex/list/IndexList";
import { type IndexListSearch, indexListParams, indexListSearch } from "@/features/bioindex/list/search";
import { useChangeSearch } from "@/ui/useChangeSearch";

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
  const search = Route.useSearch();
  const onSearch = useChangeSearch<IndexListSearch>(Route.fullPath);
  return <IndexList search={search} onSearch={onSearch} />;
}
