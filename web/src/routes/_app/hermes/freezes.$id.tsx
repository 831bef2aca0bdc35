import { createFileRoute } from "@tanstack/react-router";
import { z } from "zod/mini";
import { demandAll } from "@/features/accounts/frame/admit";
import { FreezePage } from "@/features/hermes/freeze/page/FreezePage";
import type { FreezeSearch } from "@/features/hermes/freeze/search";
import { searchText } from "@/lib/list/table-search";
import { useSearchChange } from "@/lib/route/address";

export const Route = createFileRoute("/_app/hermes/freezes/$id")({
  staticData: { title: "Freeze", parent: "/hermes/freezes" },
  beforeLoad: demandAll,
  validateSearch: z.object({ sex: searchText, scheme: searchText, view: searchText, only: searchText }),
  component: Page,
});

function Page() {
  const onSearch = useSearchChange<FreezeSearch>("sex", "scheme", "view", "only");
  const { id } = Route.useParams();
  return <FreezePage key={id} id={id} search={Route.useSearch()} onSearch={onSearch} />;
}
