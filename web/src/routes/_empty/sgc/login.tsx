import { createFileRoute } from "@tanstack/react-router";
import { doorSearch, leadOn } from "@/features/accounts/signin/door";
import { SignInPage } from "@/features/accounts/signin/SignInPage";

export const Route = createFileRoute("/_empty/sgc/login")({
  staticData: { title: "Sign in to SGC" },
  validateSearch: doorSearch,
  beforeLoad: ({ context, search }) => leadOn(context.queries, "sgc", search),
  component: SignIn,
});

function SignIn() {
  return <SignInPage area="sgc" search={Route.useSearch()} />;
}
