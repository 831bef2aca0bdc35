import { createFileRoute } from "@tanstack/react-router";
import { z } from "zod/mini";
import { EditCohortPage } from "@/features/sgc/cohort/EditCohortPage";
import { tasks } from "@/features/sgc/cohort/tasks";
import { maybe } from "@/lib/list/table-search";

export const Route = createFileRoute("/_sgc/sgc/edit/$id")({
  staticData: { title: "Edit cohort", parent: "/sgc" },
  validateSearch: z.object({ task: maybe(z.enum(tasks)) }),
  component: Page,
});

function Page() {
  const { id } = Route.useParams();
  const { task } = Route.useSearch();
  const userId = Route.useRouteContext({ select: (context) => context.sgcUser?.id ?? "" });
  return <EditCohortPage id={id} userId={userId} task={task} />;
}
