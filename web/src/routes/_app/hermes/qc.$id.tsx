import type { QueryClient } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { z } from "zod/mini";
import { columnsQuery } from "@/api/files/sumstats";
import { qcPlotQuery, runQuery, runsQuery, uploadQuery } from "@/api/hermes/hermes";
import { QcPage } from "@/features/hermes/qc/QcPage";
import { searchText } from "@/lib/list/table-search";

export const Route = createFileRoute("/_app/hermes/qc/$id")({
  staticData: { title: "Submission", parent: "/hermes" },
  validateSearch: z.object({ run: searchText }),
  loaderDeps: ({ search: { run } }) => ({ run }),
  loader: ({ context: { queries }, params: { id }, deps: { run } }) => {
    void queries.prefetchQuery(runsQuery(id));
    void queries.prefetchQuery(columnsQuery);
    void readAhead(queries, id, run === undefined);
  },
  component: Qc,
});

/** The submission, and the report with the figure on top of it as soon as its newest run is known: while the page is on its way. */
async function readAhead(queries: QueryClient, id: string, newest: boolean): Promise<void> {
  await queries.prefetchQuery(uploadQuery(id));
  const run = queries.getQueryData(uploadQuery(id).queryKey)?.run;
  if (!newest || run?.status !== "COMPLETED") return;
  void queries.prefetchQuery(runQuery(id, run.id));
  void queries.prefetchQuery(qcPlotQuery(id, run.id, "manhattan"));
}

function Qc() {
  const { id } = Route.useParams();
  const { run } = Route.useSearch();
  const account = Route.useRouteContext({ select: (context) => context.user.id });
  const navigate = Route.useNavigate();
  return <QcPage id={id} account={account} runId={run} onRun={(next) => void navigate({ search: { run: next } })} />;
}
