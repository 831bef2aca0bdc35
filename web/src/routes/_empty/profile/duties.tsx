import { useQueryClient } from "@tanstack/react-query";
import { createFileRoute, useRouter } from "@tanstack/react-router";
import { z } from "zod/mini";
import { signOut } from "@/api/accounts/session";
import { signOutSgc } from "@/api/sgc/session";
import { DutiesPage } from "@/features/accounts/secondfactor/DutiesPage";
import { searchText } from "@/lib/list/table-search";
import { areaOf, areas } from "@/lib/route/areas";
import { useDeeds } from "@/ui/action/useDeeds";

/** The guard admits only users with an open duty, and redirects them afterwards. */
export const Route = createFileRoute("/_empty/profile/duties")({
  staticData: { title: "Before you go on" },
  validateSearch: z.object({ redirect: searchText }),
  component: Duties,
});

function Duties() {
  const { user, sgcUser } = Route.useRouteContext({ select: ({ user, sgcUser }) => ({ user, sgcUser }) });
  const { redirect } = Route.useSearch();
  const queries = useQueryClient();
  const router = useRouter();
  const { run } = useDeeds();
  const bySession = (user?.duties.length ?? 0) > 0;

  const leave = async () => {
    await (bySession ? signOut(queries) : signOutSgc(queries));
    await router.navigate({ to: bySession ? areas[areaOf(redirect ?? "/")].signIn : "/sgc/login" });
  };

  return (
    <DutiesPage
      duties={(bySession ? user?.duties : sgcUser?.duties) ?? []}
      userName={(bySession ? user?.user_name : sgcUser?.username) ?? ""}
      credential={bySession ? "session" : "sgc"}
      onSignOut={() => run({ call: leave, failed: "You are still signed in" })}
      onDone={() => void router.invalidate()}
    />
  );
}
