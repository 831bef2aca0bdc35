import { createFileRoute } from "@tanstack/react-router";
import { late } from "@/ui/state/late";
import { RowsSkeleton } from "@/ui/state/Skeletons";

/** By itself, so that the list of what it needs is not part of what every page loads. */
const RunPage = late(() => import("@/features/tools/RunPage").then((module) => module.RunPage));

export const Route = createFileRoute("/_app/tools/$id")({
  staticData: { title: "Result", parent: "/tools" },
  component: Page,
});

function Page() {
  const { id } = Route.useParams();
  return <RunPage key={id} id={id} meanwhile={<RowsSkeleton rows={8} />} />;
}
