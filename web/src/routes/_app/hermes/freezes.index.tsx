import { createFileRoute } from "@tanstack/react-router";
import { demand, mayNotSeeAll } from "@/features/accounts/frame/admit";
import { FreezeList } from "@/features/hermes/freeze/list/FreezeList";
import { freezeListSearch } from "@/features/hermes/freeze/search";
import { may } from "@/lib/permission";
import { useSearchChange } from "@/lib/route/address";

export const Route = createFileRoute("/_app/hermes/freezes/")({
  staticData: { title: "Freezes" },
  beforeLoad: ({ context }) => demand(may(context.user, "viewAllUploads"), mayNotSeeAll),
  validateSearch: freezeListSearch,
  component: List,
});

function List() {
  return <FreezeList search={Route.useSearch()} onSearch={useSearchChange()} />;
}
