import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { codesQuery } from "@/api/datasets/datasets";
import { ImportPage } from "@/features/datasets/bulk/ImportPage";

export const Route = createFileRoute("/_bootstrap/datasets/import")({
  staticData: { title: "Import from a sheet", parent: "/datasets" },
  loader: ({ context: { queries } }) => queries.ensureQueryData(codesQuery),
  component: Page,
});

function Page() {
  const user = Route.useRouteContext({ select: (context) => context.user });
  const codes = useSuspenseQuery(codesQuery).data;
  return <ImportPage key={user.id} user={user} codes={codes} />;
}
