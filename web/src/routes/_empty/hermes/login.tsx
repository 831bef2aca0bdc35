import { createFileRoute } from "@tanstack/react-router";
import { doorSearch, leadOn } from "@/features/accounts/signin/door";
import { SignInPage } from "@/features/accounts/signin/SignInPage";

export const Route = createFileRoute("/_empty/hermes/login")({
  staticData: { title: "Sign in to HERMES" },
  validateSearch: doorSearch,
  beforeLoad: ({ context, search }) => leadOn(context.queries, "hermes", search),
  component: SignIn,
});

function SignIn() {
  return <SignInPage area="hermes" search={Route.useSearch()} />;
}
