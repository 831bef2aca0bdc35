import { createFileRoute } from "@tanstack/react-router";
import { z } from "zod/mini";
import { runsQuery, uploadQuery } from "@/api/hermes";
import { QcPage } from "@/features/hermes/qc/QcPage";
import { searchText } from "@/lib/table-search";

export const Route = createFileRoute("/_app/hermes/qc/$id")({
  staticData: { title: "Data set", parent: "/hermes" },
  validateSearch: z.object({ run: searchText }),
  loader: ({ context, params }) => {
    void context.queries.prefetchQuery(uploadQuery(params.id));
    void context.queries.prefetchQuery(runsQuery(params.id));
  },
  component: Qc,
});

function Qc() {
  const { id } = Route.useParams();
  const { run } = Route.useSearch();
  const account = Route.useRouteContext({ select: (context) => context.user.id });
  const navigate = Route.useNavigate();
  return <QcPage id={id} account={account} runId={run} onRun={(next) => void navigate({ search: { run: next } })} />;
}
