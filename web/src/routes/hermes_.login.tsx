import { createFileRoute, redirect, useNavigate } from "@tanstack/react-router";
import { z } from "zod";
import { sessionQuery } from "@/api/session";
import { SignInPage } from "@/features/auth/SignInPage";
import { safeRedirect } from "@/lib/redirect";
import { searchText } from "@/lib/table-search";

export const Route = createFileRoute("/hermes_/login")({
  validateSearch: z.object({ redirect: searchText }),
  beforeLoad: async ({ context, search }) => {
    // An unreachable server must not keep the form from being shown.
    const user = await context.queries.fetchQuery(sessionQuery).catch(() => null);
    if (user) throw redirect({ href: safeRedirect(search.redirect) ?? "/hermes" });
  },
  component: SignIn,
});

function SignIn() {
  const { redirect: wanted } = Route.useSearch();
  const navigate = useNavigate();
  return <SignInPage onDone={() => void navigate({ href: safeRedirect(wanted) ?? "/hermes" })} />;
}
