import { createFileRoute } from "@tanstack/react-router";
import { versionQuery } from "@/api/session";
import { NewIndexPage } from "@/features/bioindex/create/NewIndexPage";
import { newIndexSearch } from "@/features/bioindex/create/source";

export const Route = createFileRoute("/_app/minibioindex/new")({
  staticData: { title: "New index", parent: "/minibioindex" },
  validateSearch: newIndexSearch,
  loader: ({ context: { queries } }) => queries.ensureQueryData(versionQuery),
  component: Page,
});

function Page() {
  const search = Route.useSearch();
  return <NewIndexPage search={search} />;
}
