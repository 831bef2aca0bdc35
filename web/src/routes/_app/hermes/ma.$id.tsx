import { createFileRoute } from "@tanstack/react-router";
import { z } from "zod/mini";
import { metaQuery } from "@/api/meta";
import { MaPage } from "@/features/hermes/meta/MaPage";
import { searchText } from "@/lib/table-search";

export const Route = createFileRoute("/_app/hermes/ma/$id")({
  staticData: { title: "Meta-analysis", parent: "/hermes/ma" },
  validateSearch: z.object({ locus: searchText, region: searchText, sort: searchText }),
  loader: ({ context, params }) => {
    void context.queries.prefetchQuery(metaQuery(params.id));
  },
  component: Result,
});

function Result() {
  const { id } = Route.useParams();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <MaPage
      id={id}
      search={search}
      onSearch={(change) => void navigate({ search: change, replace: true, resetScroll: false })}
    />
  );
}
