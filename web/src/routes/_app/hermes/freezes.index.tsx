import { createFileRoute } from "@tanstack/react-router";
import { demandAll } from "@/features/accounts/frame/admit";
import { FreezeList } from "@/features/hermes/freeze/list/FreezeList";
import { freezeListSearch } from "@/features/hermes/freeze/search";
import { useSearchChange } from "@/lib/route/address";

export const Route = createFileRoute("/_app/hermes/freezes/")({
  staticData: { title: "Freezes" },
  beforeLoad: demandAll,
  validateSearch: freezeListSearch,
  component: List,
});

function List() {
  return <FreezeList search={Route.useSearch()} onSearch={useSearchChange()} />;
}
