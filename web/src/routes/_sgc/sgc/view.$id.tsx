import { createFileRoute } from "@tanstack/react-router";
import { z } from "zod/mini";
import { ViewCohortPage } from "@/features/sgc/cohort/view/ViewCohortPage";
import { maybe } from "@/lib/list/table-search";

export const Route = createFileRoute("/_sgc/sgc/view/$id")({
  staticData: { title: "Cohort", parent: "/sgc" },
  validateSearch: z.object({
    receipt: maybe(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1))),
  }),
  component: Page,
});

function Page() {
  const { id } = Route.useParams();
  const { receipt } = Route.useSearch();
  const self = Route.useRouteContext({ select: (context) => context.sgcUser?.username ?? "" });
  return <ViewCohortPage id={id} self={self} receipt={receipt === 1} />;
}
