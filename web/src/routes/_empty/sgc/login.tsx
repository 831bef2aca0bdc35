import { createFileRoute, redirect, useRouter } from "@tanstack/react-router";
import { z } from "zod";
import { sgcSessionQuery, sgcToken } from "@/api/sgc-session";
import { SgcSignInPage } from "@/features/accounts/signin/SgcSignInPage";
import { safeRedirect } from "@/lib/redirect";
import { searchText } from "@/lib/table-search";

const home = "/sgc";

export const Route = createFileRoute("/_empty/sgc/login")({
  staticData: { title: "Sign in to SGC" },
  validateSearch: z.object({ redirect: searchText, expired: z.coerce.number().optional().catch(undefined) }),
  beforeLoad: async ({ context, search }) => {
    if (!sgcToken()) return;
    const session = await context.queries.fetchQuery(sgcSessionQuery);
    if (session.state === "user") throw redirect({ href: safeRedirect(search.redirect) ?? home });
  },
  component: SignIn,
});

function SignIn() {
  const { redirect: wanted, expired } = Route.useSearch();
  const router = useRouter();
  return <SgcSignInPage expired={expired === 1} onDone={() => router.history.push(safeRedirect(wanted) ?? home)} />;
}
