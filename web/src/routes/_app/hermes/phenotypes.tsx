import { createFileRoute } from "@tanstack/react-router";
import { phenotypesQuery } from "@/api/hermes";
import { PhenotypesPage } from "@/features/hermes/phenotypes/PhenotypesPage";
import { type PhenotypesSearch, phenotypesSearch } from "@/features/hermes/phenotypes/search";
import { useChangeSearch } from "@/ui/useChangeSearch";

export const Route = createFileRoute("/_app/hermes/phenotypes")({
  staticData: { title: "Phenotypes" },
  validateSearch: phenotypesSearch,
  // Starts the question early; the table shows its own loading and error states.
  loader: ({ context }) => void context.queries.prefetchQuery(phenotypesQuery),
  component: Phenotypes,
});

function Phenotypes() {
  const search = Route.useSearch();
  const onSearch = useChangeSearch<PhenotypesSearch>(Route.fullPath);
  return <PhenotypesPage search={search} onSearch={onSearch} />;
}
