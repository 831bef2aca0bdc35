import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { versionQuery } from "@/api/accounts/session";
import { columnsQuery } from "@/api/files/sumstats";
import { pendingQuery } from "@/api/files/uploads";
import { phenotypesQuery, portalConfigQuery } from "@/api/hermes/hermes";
import { freshOrKept } from "@/api/queries";
import { demand, mayNotUpload } from "@/features/accounts/frame/admit";
import { BulkPage } from "@/features/hermes/bulk/BulkPage";
import { Needed, needed } from "@/lib/browser/needed";
import { may } from "@/lib/permission";

export const Route = createFileRoute("/_app/hermes/new_/bulk")({
  staticData: { title: "Upload several files", parent: "/hermes" },
  beforeLoad: ({ context }) => demand(may(context.user, "uploadData"), mayNotUpload),
  loader: ({ context: { queries } }) =>
    needed([
      queries.ensureQueryData(versionQuery),
      queries.ensureQueryData(phenotypesQuery),
      queries.ensureQueryData(portalConfigQuery),
      queries.ensureQueryData(columnsQuery),
      freshOrKept(queries, pendingQuery),
    ]),
  component: Bulk,
});

function Bulk() {
  const { all } = Route.useLoaderData();
  return (
    <Needed all={all}>
      <Begun />
    </Needed>
  );
}

function Begun() {
  const user = Route.useRouteContext({ select: (context) => context.user });
  const choices = {
    config: useSuspenseQuery(portalConfigQuery).data,
    phenotypes: useSuspenseQuery(phenotypesQuery).data.items,
  };
  return (
    <BulkPage
      key={user.id}
      version={useSuspenseQuery(versionQuery).data}
      user={user}
      choices={choices}
      docs={useSuspenseQuery(columnsQuery).data.items}
    />
  );
}
