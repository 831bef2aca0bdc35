import { createFileRoute, useNavigate } from "@tanstack/react-router";
import { codesQuery, datasetsQuery } from "@/api/datasets/datasets";
import { firstAnswer } from "@/api/queries";
import { DatasetList } from "@/features/datasets/list/DatasetList";
import { listParams, listSearch } from "@/features/datasets/list/search";
import { SetupCard } from "@/features/setup/SetupCard";
import { isAdmin } from "@/lib/permission";
import { useSearchChange } from "@/lib/route/address";

export const Route = createFileRoute("/_bootstrap/datasets/")({
  staticData: { title: "Data sets" },
  validateSearch: listSearch,
  loaderDeps: ({ search }) => search,
  // Starts the question early; the table shows its own loading and error states. Words in place of codes would move its rows.
  loader: ({ context: { queries }, deps }) => {
    void queries.prefetchQuery(datasetsQuery(listParams(deps)));
    // A filter that changes does not wait: the page would leave for a moment.
    return queries.getQueryData(codesQuery.queryKey) ? undefined : firstAnswer(queries, codesQuery);
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
