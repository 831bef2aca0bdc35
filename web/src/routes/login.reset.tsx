import { createFileRoute, redirect } from "@tanstack/react-router";
import { z } from "zod/mini";
import { ResetPage } from "@/features/accounts/password/ResetPage";
import { keptLink, takeLink } from "@/features/accounts/register/linkToken";
import { maybe } from "@/lib/list/table-search";
import { EmptyLayout } from "@/ui/layout/EmptyLayout";

export const Route = createFileRoute("/login/reset")({
  staticData: { title: "Choose a new password" },
  validateSearch: z.object({ from: maybe(z.enum(["hermes", "sgc"])) }),
  beforeLoad: ({ location, search }) => {
    if (takeLink(location.hash, "reset")) throw redirect({ to: "/login/reset", search, replace: true });
    return { token: keptLink("reset") };
  },
  component: Page,
});

function Page() {
  const token = Route.useRouteContext({ select: (context) => context.token });
  const { from } = Route.useSearch();
  return (
    <EmptyLayout>
      <ResetPage key={token} token={token} from={from} />
    </EmptyLayout>
  );
}
