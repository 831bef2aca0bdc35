import { createFileRoute } from "@tanstack/react-router";
import { z } from "zod/mini";
import { codesQuery } from "@/api/datasets/datasets";
import { publicDatasetQuery } from "@/api/datasets/public";
import { PublicPage } from "@/features/datasets/public/PublicPage";
import { searchText } from "@/lib/list/table-search";

export const Route = createFileRoute("/_public/p/datasets/$id")({
  staticData: { title: "Public data set", parent: "/p/datasets" },
  validateSearch: z.object({ phenotype: searchText }),
  loader: ({ context, params }) => {
    void context.queries.prefetchQuery(publicDatasetQuery(params.id));
    void context.queries.prefetchQuery(codesQuery);
  },
  component: Page,
});

function Page() {
  const { id } = Route.useParams();
  const { phenotype } = Route.useSearch();
  return <PublicPage key={id} id={id} chosen={phenotype} />;
}
