import { createFileRoute } from "@tanstack/react-router";
import { pendingQuery } from "@/api/files/uploads";
import { phenotypesQuery, portalConfigQuery, uploadsQuery } from "@/api/hermes/hermes";
import { firstAnswer } from "@/api/queries";
import { DatasetList } from "@/features/hermes/list/DatasetList";
import { listParams, listSearch } from "@/features/hermes/list/search";
import { SetupCard } from "@/features/setup/SetupCard";
import { isAdmin, may } from "@/lib/permission";
import { useSearchChange } from "@/lib/route/address";

export const Route = createFileRoute("/_app/hermes/")({
  staticData: { title: "Submissions" },
  validateSearch: listSearch,
  loaderDeps: ({ search }) => search,
  // Starts the question early; the table shows its own loading and error states. Words in place of codes would move its rows.
  loader: ({ context: { queries, user }, deps }) => {
    void queries.prefetchQuery(uploadsQuery(listParams(deps)));
    const waits = [
      firstAnswer(queries, phenotypesQuery),
      firstAnswer(queries, portalConfigQuery),
      may(user, "uploadData") ? firstAnswer(queries, pendingQuery) : undefined,
    ].filter((wait) => wait !== undefined);
    return waits.length > 0 ? Promise.all(waits) : undefined;
  },
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
