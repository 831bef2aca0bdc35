import { createFileRoute } from "@tanstack/react-router";
import { storageOwnersQuery } from "@/api/server/storage";
import { demandAdmin } from "@/features/accounts/frame/admit";
import { OwnersPage } from "@/features/setup/storage/OwnersPage";
import { ownersParams, ownersSearch } from "@/features/setup/storage/search";
import { useSearchChange } from "@/lib/route/address";

export const Route = createFileRoute("/_bootstrap/admin/storage")({
  staticData: { title: "Storage by account", parent: "/admin" },
  validateSearch: ownersSearch,
  beforeLoad: demandAdmin,
  loaderDeps: ({ search }) => search,
  // Starts the question early; the table shows its own loading and error states.
  loader: ({ context, deps }) => void context.queries.prefetchQuery(storageOwnersQuery(ownersParams(deps))),
  component: Storage,
});

function Storage() {
  return <OwnersPage search={Route.useSearch()} onSearch={useSearchChange()} />;
}
