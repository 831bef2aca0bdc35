import { createFileRoute, useNavigate } from "@tanstack/react-router";
import { useCallback } from "react";
import { indexesQuery } from "@/api/bioindex";
import { IndexList } from "@/features/bioindex/list/IndexList";
import { type IndexListSearch, indexListParams, indexListSearch } from "@/features/bioindex/list/search";

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
  const navigate = useNavigate({ from: "/minibioindex/" });
  const onSearch = useCallback(
    (change: Partial<IndexListSearch>) =>
      void navigate({ to: ".", search: (previous) => ({ ...previous, ...change }), replace: "q" in change }),
    [navigate],
  );
  return <IndexList search={search} onSearch={onSearch} />;
}
