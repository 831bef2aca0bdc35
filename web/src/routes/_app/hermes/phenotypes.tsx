import { createFileRoute } from "@tanstack/react-router";
import { phenotypesQuery } from "@/api/hermes/hermes";
import { PhenotypesPage } from "@/features/hermes/phenotypes/PhenotypesPage";
import { phenotypesSearch } from "@/features/hermes/phenotypes/search";
import { useSearchChange } from "@/lib/route/address";

export const Route = createFileRoute("/_app/hermes/phenotypes")({
  staticData: { title: "Phenotypes" },
  validateSearch: phenotypesSearch,
  // Starts the question early; the table shows its own loading and error states.
  loader: ({ context }) => void context.queries.prefetchQuery(phenotypesQuery),
  component: Phenotypes,
});

function Phenotypes() {
  return <PhenotypesPage search={Route.useSearch()} onSearch={useSearchChange()} />;
}
