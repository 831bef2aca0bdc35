import { createFileRoute } from "@tanstack/react-router";
import { demandAll } from "@/features/accounts/frame/admit";
import { MaList } from "@/features/hermes/meta/list/MaList";
import { maSearch } from "@/features/hermes/meta/search";
import { useSearchChange } from "@/lib/route/address";

export const Route = createFileRoute("/_app/hermes/ma/")({
  staticData: { title: "Meta-analyses" },
  beforeLoad: demandAll,
  validateSearch: maSearch,
  component: List,
});

function List() {
  return <MaList search={Route.useSearch()} onSearch={useSearchChange()} />;
}
