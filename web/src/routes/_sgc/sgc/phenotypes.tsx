import { createFileRoute } from "@tanstack/react-router";
import { sgcPhenotypesQuery } from "@/api/sgc";
import { PhenotypesPage } from "@/features/sgc/consortium/PhenotypesPage";
import { type PhenotypesSearch, phenotypesSearch } from "@/features/sgc/consortium/search";
import { useChangeSearch } from "@/ui/useChangeSearch";

export const Route = createFileRoute("/_sgc/sgc/phenotypes")({
  staticData: { title: "Phenotypes" },
  validateSearch: phenotypesSearch,
  // Starts the question early; the table shows its own loading and error states.
  loader: ({ context }) => void context.queries.prefetchQuery(sgcPhenotypesQuery()),
  component: Phenotypes,
});

function Phenotypes() {
  const search = Route.useSearch();
  const onSearch = useChangeSearch<PhenotypesSearch>(Route.fullPath);
  return <PhenotypesPage search={search} onSearch={onSearch} />;
}
