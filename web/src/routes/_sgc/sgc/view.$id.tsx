import { createFileRoute } from "@tanstack/react-router";
import { z } from "zod";
import { ViewCohortPage } from "@/features/sgc/cohort/view/ViewCohortPage";

export const Route = createFileRoute("/_sgc/sgc/view/$id")({
  staticData: { title: "Cohort", parent: "/sgc" },
  validateSearch: z.object({ receipt: z.coerce.number().int().min(1).max(1).optional().catch(undefined) }),
  component: Page,
});

function Page() {
  const { id } = Route.useParams();
  const { receipt } = Route.useSearch();
  const self = Route.useRouteContext({ select: (context) => context.sgcUser?.username ?? "" });
  return <ViewCohortPage id={id} self={self} receipt={receipt === 1} />;
}
