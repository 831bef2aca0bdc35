import { createFileRoute } from "@tanstack/react-router";
import { z } from "zod";
import { EditCohortPage } from "@/features/sgc/cohort/EditCohortPage";
import { tasks } from "@/features/sgc/cohort/TaskList";

export const Route = createFileRoute("/_sgc/sgc/edit/$id")({
  staticData: { title: "Edit cohort", parent: "/sgc" },
  validateSearch: z.object({ task: z.enum(tasks).optional().catch(undefined) }),
  component: Page,
});

function Page() {
  const { id } = Route.useParams();
  const { task } = Route.useSearch();
  const userId = Route.useRouteContext({ select: (context) => context.sgcUser?.id ?? "" });
  return <EditCohortPage id={id} userId={userId} task={task} />;
}
