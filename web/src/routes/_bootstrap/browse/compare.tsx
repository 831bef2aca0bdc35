import { createFileRoute } from "@tanstack/react-router";
import { ComparePage } from "@/features/browse/compare/ComparePage";
import { compareSearch } from "@/features/browse/compare/search";

export const Route = createFileRoute("/_bootstrap/browse/compare")({
  staticData: { title: "Compare two results", parent: "/datasets" },
  validateSearch: compareSearch,
  component: Compare,
});

function Compare() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <ComparePage
      area="datasets"
      search={search}
      onSearch={(change) =>
        void navigate({ search: (now) => ({ ...now, ...change }), replace: true, resetScroll: false })
      }
    />
  );
}
