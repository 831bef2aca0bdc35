import { createFileRoute, useNavigate } from "@tanstack/react-router";
import { useCallback } from "react";
import { codesQuery } from "@/api/datasets";
import { publicDatasetsQuery } from "@/api/public-datasets";
import { PublicList } from "@/features/datasets/public/PublicList";
import { type PublicSearch, publicParams, publicSearch } from "@/features/datasets/public/search";

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
  const search = Route.useSearch();
  const navigate = useNavigate({ from: "/p/datasets/" });
  const onSearch = useCallback(
    (change: Partial<PublicSearch>) =>
      void navigate({
        to: ".",
        search: (previous) => ({ ...previous, ...change }),
        replace: "hide" in change || "q" in change,
        resetScroll: !("hide" in change),
      }),
    [navigate],
  );
  return <PublicList search={search} onSearch={onSearch} />;
}
