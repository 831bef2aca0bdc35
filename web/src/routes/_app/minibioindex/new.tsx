import { createFileRoute } from "@tanstack/react-router";
import { versionQuery } from "@/api/accounts/session";
import { demand } from "@/features/accounts/frame/admit";
import { NewIndexPage } from "@/features/bioindex/create/NewIndexPage";
import { newIndexSearch } from "@/features/bioindex/create/source";
import { indexes } from "@/lib/permission";

export const Route = createFileRoute("/_app/minibioindex/new")({
  staticData: { title: "New index", parent: "/minibioindex" },
  validateSearch: newIndexSearch,
  beforeLoad: ({ context: { user } }) =>
    demand(
      indexes(user),
      "Indexes are built from files of the registry or HERMES. Ask an administrator for a role in one of them.",
    ),
  loader: ({ context: { queries } }) => queries.ensureQueryData(versionQuery),
  component: Page,
});

function Page() {
  const search = Route.useSearch();
  return <NewIndexPage search={search} />;
}
