import { createFileRoute, redirect } from "@tanstack/react-router";
import { keptLink, takeLink } from "@/features/accounts/register/linkToken";
import { RegisterPage } from "@/features/accounts/register/RegisterPage";

export const Route = createFileRoute("/_empty/register")({
  staticData: { title: "Ask for an account" },
  beforeLoad: ({ location }) => {
    if (takeLink(location.hash, "invitation")) throw redirect({ to: "/register", replace: true });
    return { token: keptLink("invitation") };
  },
  component: Page,
});

function Page() {
  const token = Route.useRouteContext({ select: (context) => context.token });
  return <RegisterPage key={token} token={token} />;
}
