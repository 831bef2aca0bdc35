import { createFileRoute } from "@tanstack/react-router";
import { phenotypesQuery } from "@/api/hermes";
import { PhenotypesPage } from "@/features/hermes/phenotypes/PhenotypesPage";
import { phenotypesSearch } from "@/features/hermes/phenotypes/search";

export const Route = createFileRoute("/_app/hermes/phenotypes")({
  staticData: { title: "Phenotypes" },
  validateSearch: phenotypesSearch,
  // Starts the question early; the table shows its own loading and error states.
  loader: ({ context }) => void context.queries.prefetchQuery(phenotypesQuery),
  component: Phenotypes,
});

function Phenotypes() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <PhenotypesPage
      search={search}
      onSearch={(change) =>
        void navigate({
          search: (previous) => ({ ...previous, ...change }),
          replace: "q" in change,
        })
      }
    />
  );
}
