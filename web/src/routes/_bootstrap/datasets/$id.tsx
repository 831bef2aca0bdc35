import { createFileRoute } from "@tanstack/react-router";
import { codesQuery, datasetQuery } from "@/api/datasets/datasets";
import { DatasetPage } from "@/features/datasets/page/DatasetPage";
import { pageSearch } from "@/features/datasets/page/search";

export const Route = createFileRoute("/_bootstrap/datasets/$id")({
  staticData: { title: "Data set", parent: "/datasets" },
  validateSearch: pageSearch,
  loader: ({ context, params }) => {
    void context.queries.prefetchQuery(datasetQuery(params.id));
    void context.queries.prefetchQuery(codesQuery);
  },
  component: Page,
});

function Page() {
  const { id } = Route.useParams();
  const search = Route.useSearch();
  const user = Route.useRouteContext({ select: (context) => context.user });
  return <DatasetPage id={id} self={user.user_name} groups={user.groups} search={search} />;
}
