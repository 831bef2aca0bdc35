import { createFileRoute } from "@tanstack/react-router";
import { indexQuery } from "@/api/bioindex/bioindex";
import { IndexPage } from "@/features/bioindex/page/IndexPage";
import { indexSearch } from "@/features/bioindex/page/search";

export const Route = createFileRoute("/_app/minibioindex/$id")({
  staticData: { title: "Index", parent: "/minibioindex" },
  validateSearch: indexSearch,
  loader: ({ context: { queries }, params }) => {
    void queries.prefetchQuery(indexQuery(params.id));
  },
  component: Page,
});

function Page() {
  const { id } = Route.useParams();
  const search = Route.useSearch();
  return <IndexPage key={id} id={id} search={search} />;
}
