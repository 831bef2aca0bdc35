import { createFileRoute, redirect, useRouter } from "@tanstack/react-router";
import { z } from "zod";
import { sessionQuery } from "@/api/session";
import { SignInPage } from "@/features/accounts/signin/SignInPage";
import { afterSignIn } from "@/lib/landing";
import { searchText } from "@/lib/table-search";

export const Route = createFileRoute("/_empty/hermes/login")({
  staticData: { title: "Sign in to HERMES" },
  validateSearch: z.object({ redirect: searchText }),
  beforeLoad: async ({ context, search }) => {
    // An unreachable server must not keep the form from being shown.
    const user = await context.queries.fetchQuery(sessionQuery).catch(() => null);
    if (user) throw redirect({ href: afterSignIn(user, search.redirect) });
  },
  component: SignIn,
});

function SignIn() {
  const { redirect: wanted } = Route.useSearch();
  const router = useRouter();
  return (
    <SignInPage area="hermes" redirect={wanted} onDone={(user) => router.history.push(afterSignIn(user, wanted))} />
  );
}
