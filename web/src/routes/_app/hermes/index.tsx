import { createFileRoute } from "@tanstack/react-router";
import { uploadsQuery } from "@/api/hermes/hermes";
import { DatasetList } from "@/features/hermes/list/DatasetList";
import { listParams, listSearch } from "@/features/hermes/list/search";
import { SetupCard } from "@/features/setup/SetupCard";
import { isAdmin } from "@/lib/permission";
import { useSearchChange } from "@/lib/route/address";

export const Route = createFileRoute("/_app/hermes/")({
  staticData: { title: "Submissions" },
  validateSearch: listSearch,
  loaderDeps: ({ search }) => search,
  // Starts the question early; the table shows its own loading and error states.
  loader: ({ context, deps }) => void context.queries.prefetchQuery(uploadsQuery(listParams(deps))),
  component: Datasets,
});

function Datasets() {
  const account = Route.useRouteContext({ select: ({ user }) => user });
  return (
    <>
      <DatasetList search={Route.useSearch()} onSearch={useSearchChange()} />
      {isAdmin(account) && <SetupCard account={account.id} />}
    </>
  );
}
