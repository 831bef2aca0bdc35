import { createFileRoute, useNavigate } from "@tanstack/react-router";
import { codesQuery, datasetsQuery } from "@/api/datasets/datasets";
import { DatasetList } from "@/features/datasets/list/DatasetList";
import { listParams, listSearch } from "@/features/datasets/list/search";
import { SetupCard } from "@/features/setup/SetupCard";
import { isAdmin } from "@/lib/permission";
import { useSearchChange } from "@/lib/route/address";

export const Route = createFileRoute("/_bootstrap/datasets/")({
  staticData: { title: "Data sets" },
  validateSearch: listSearch,
  loaderDeps: ({ search }) => search,
  // Starts the questions early; the table shows its own loading and error states.
  loader: ({ context: { queries }, deps }) => {
    void queries.prefetchQuery(datasetsQuery(listParams(deps)));
    void queries.prefetchQuery(codesQuery);
  },
  component: Page,
});

function Page() {
  const search = Route.useSearch();
  const account = Route.useRouteContext({ select: ({ user }) => user });
  const navigate = useNavigate({ from: "/datasets" });
  return (
    <>
      <DatasetList
        account={account}
        search={search}
        onSearch={useSearchChange("open", "hide", "with")}
        onApply={(next) => void navigate({ to: ".", search: next })}
      />
      {isAdmin(account) && <SetupCard account={account.id} />}
    </>
  );
}
