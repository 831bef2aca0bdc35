import { createFileRoute } from "@tanstack/react-router";
import { metasQuery } from "@/api/hermes/meta";
import { preparedListQuery } from "@/api/hermes/prepared";
import { firstAnswer } from "@/api/queries";
import { demandAll } from "@/features/accounts/frame/admit";
import { MaList } from "@/features/hermes/meta/list/MaList";
import { maParams, maSearch } from "@/features/hermes/meta/search";
import { useSearchChange } from "@/lib/route/address";

export const Route = createFileRoute("/_app/hermes/ma/")({
  staticData: { title: "Meta-analyses" },
  beforeLoad: demandAll,
  validateSearch: maSearch,
  loaderDeps: ({ search }) => search,
  // Starts the question early; the table shows its own loading and error states.
  loader: ({ context: { queries }, deps }) => {
    void queries.prefetchQuery(metasQuery(maParams(deps)));
    return firstAnswer(queries, preparedListQuery);
  },
  component: List,
});

function List() {
  return <MaList search={Route.useSearch()} onSearch={useSearchChange()} />;
}
