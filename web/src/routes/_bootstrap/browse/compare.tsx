import { createFileRoute } from "@tanstack/react-router";
import { ComparePage } from "@/features/browse/compare/ComparePage";
import { type CompareSearch, compareSearch } from "@/features/browse/compare/search";
import { useSearchChange } from "@/lib/route/address";

export const Route = createFileRoute("/_bootstrap/browse/compare")({
  staticData: { title: "Compare two results", parent: "/datasets", leadsBack: true },
  validateSearch: compareSearch,
  component: Compare,
});

function Compare() {
  const onSearch = useSearchChange<CompareSearch>("up", "down", "effects", "axes", "loci");
  return <ComparePage area="datasets" search={Route.useSearch()} onSearch={onSearch} />;
}
