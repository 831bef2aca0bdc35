import { createFileRoute } from "@tanstack/react-router";
import { doorSearch, leadOn } from "@/features/accounts/signin/door";
import { SignInPage } from "@/features/accounts/signin/SignInPage";
import { EmptyLayout } from "@/ui/layout/EmptyLayout";

export const Route = createFileRoute("/login/")({
  staticData: { title: "Sign in" },
  validateSearch: doorSearch,
  beforeLoad: ({ context, search }) => leadOn(context.queries, "datasets", search),
  component: SignIn,
});

function SignIn() {
  return (
    <EmptyLayout>
      <SignInPage area="datasets" search={Route.useSearch()} />
    </EmptyLayout>
  );
}
