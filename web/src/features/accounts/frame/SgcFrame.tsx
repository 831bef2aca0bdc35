import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useMemo } from "react";
import { sessionQuery, signOut, versionQuery } from "@/api/accounts/session";
import { type SgcUser, signOutSgc } from "@/api/sgc/session";
import { type Grants, GrantsContext } from "@/lib/permission";
import { areasOf } from "@/lib/route/areas";
import { useDeeds } from "@/ui/action/useDeeds";
import { Frame } from "@/ui/layout/Frame";
import { UserMenu } from "@/ui/layout/UserMenu";
import { Bell } from "./Bell";
import { LaterSignInDialog } from "./LaterSignInDialog";

const nothing: Grants = { roles: [], permissions: [] };

/** The frame of the SGC area for those whom its token lets in; permissions are those of the token's account. */
export function SgcFrame({ user, children }: { user: SgcUser | null; children: ReactNode }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { run } = useDeeds();
  // A session beside the token opens other areas; whether there is one is asked once.
  const session = useQuery({ ...sessionQuery, staleTime: Number.POSITIVE_INFINITY }).data;
  // The server reports its version to sessions, not to tokens of this area.
  const version = useQuery({ ...versionQuery, enabled: Boolean(session) }).data?.version;
  const open = useMemo(() => areasOf({ user: session, hasSgcToken: true }), [session]);

  const leave = async () => {
    await signOutSgc(queries);
    // A session that is left would open the area again.
    if (session) await signOut(queries);
    await navigate({ to: "/sgc/login" });
  };

  return (
    <GrantsContext value={user ?? nothing}>
      <Frame
        area="sgc"
        open={open}
        version={version}
        account={
          user && (
            <>
              <Bell unread={undefined} />
              <UserMenu name={user.username} detail={user.roles.join(", ")} />
              <Button
                variant="default"
                size="xs"
                onClick={() => run({ call: leave, failed: "You are still signed in" })}
              >
                Sign out
              </Button>
            </>
          )
        }
      >
        {children}
      </Frame>
      {user && <LaterSignInDialog credential="sgc" area="sgc" account={{ id: user.id, name: user.username }} />}
    </GrantsContext>
  );
}
