import { createFileRoute } from "@tanstack/react-router";
import { sgcPhenotypesQuery } from "@/api/sgc/sgc";
import { PhenotypesPage } from "@/features/sgc/consortium/PhenotypesPage";
import { phenotypesSearch } from "@/features/sgc/consortium/search";
import { useSearchChange } from "@/lib/route/address";

export const Route = createFileRoute("/_sgc/sgc/phenotypes")({
  staticData: { title: "Phenotypes" },
  validateSearch: phenotypesSearch,
  // Starts the question early; the table shows its own loading and error states.
  loader: ({ context }) => void context.queries.prefetchQuery(sgcPhenotypesQuery()),
  component: Phenotypes,
});

function Phenotypes() {
  return <PhenotypesPage search={Route.useSearch()} onSearch={useSearchChange()} />;
}
