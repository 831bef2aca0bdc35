import { createFileRoute } from "@tanstack/react-router";
import { z } from "zod/mini";
import { metaQuery } from "@/api/hermes/meta";
import { demandAll } from "@/features/accounts/frame/admit";
import { MaPage } from "@/features/hermes/meta/result/MaPage";
import { searchText } from "@/lib/list/table-search";
import { useSearchReplaced } from "@/lib/route/address";

export const Route = createFileRoute("/_app/hermes/ma/$id")({
  staticData: { title: "Meta-analysis", parent: "/hermes/ma" },
  beforeLoad: demandAll,
  validateSearch: z.object({ locus: searchText, region: searchText, sort: searchText }),
  loader: ({ context, params }) => {
    void context.queries.prefetchQuery(metaQuery(params.id));
  },
  component: Result,
});

function Result() {
  return <MaPage id={Route.useParams().id} search={Route.useSearch()} onSearch={useSearchReplaced()} />;
}
