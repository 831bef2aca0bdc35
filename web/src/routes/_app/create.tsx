import { createFileRoute } from "@tanstack/react-router";
import { sgcToken } from "@/api/sgc/session";
import { CreatePage } from "@/features/create/CreatePage";
import { useGrants } from "@/lib/permission";

export const Route = createFileRoute("/_app/create")({
  staticData: { title: "Create" },
  component: Page,
});

function Page() {
  const { areas } = Route.useRouteContext({ select: ({ user }) => user });
  const { roles, permissions } = useGrants();
  return <CreatePage creator={{ roles, permissions, areas, hasSgcToken: sgcToken() !== undefined }} />;
}
