import { createFileRoute } from "@tanstack/react-router";
import { ComparePage } from "@/features/browse/compare/ComparePage";
import { compareSearch } from "@/features/browse/compare/search";

export const Route = createFileRoute("/_app/hermes/ma/compare")({
  staticData: { title: "Compare two results", parent: "/hermes/ma" },
  validateSearch: compareSearch,
  component: Compare,
});

function Compare() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <ComparePage
      area="hermes"
      search={search}
      onSearch={(change) =>
        void navigate({ search: (now) => ({ ...now, ...change }), replace: true, resetScroll: false })
      }
    />
  );
}
