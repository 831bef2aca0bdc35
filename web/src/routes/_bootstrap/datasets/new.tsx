import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { codesQuery } from "@/api/datasets/datasets";
import { NewDatasetPage } from "@/features/datasets/form/NewDatasetPage";

export const Route = createFileRoute("/_bootstrap/datasets/new")({
  staticData: { title: "New data set", parent: "/datasets" },
  loader: ({ context: { queries } }) => queries.ensureQueryData(codesQuery),
  component: Page,
});

function Page() {
  const user = Route.useRouteContext({ select: (context) => context.user });
  const codes = useSuspenseQuery(codesQuery).data;
  return <NewDatasetPage user={user} codes={codes} />;
}
