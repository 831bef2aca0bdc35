import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { sessionQuery, type User, versionQuery } from "@/api/accounts/session";
import { dutyOwed } from "@/api/session-lost";
import { sgcToken } from "@/api/sgc/session";
import { GrantsContext } from "@/lib/permission";
import { type AreaName, areas, areasOf } from "@/lib/route/areas";
import { Frame } from "@/ui/layout/Frame";
import { MenuCounts } from "@/ui/layout/MenuCount";
import { AccountMenu } from "./AccountMenu";
import { Bell } from "./Bell";
import { LaterSignInDialog } from "./LaterSignInDialog";
import { useMenuCounts, useUnread } from "./useMenuCounts";

interface Props {
  /** Who passed the guard. */
  user: User;
  area: AreaName;
  children: ReactNode;
}

/** When the server reports an open duty, the guard runs again and redirects there. */
function useDuties(): void {
  const queries = useQueryClient();
  const router = useRouter();
  useEffect(
    () =>
      dutyOwed.subscribe(() => {
        void queries.invalidateQueries({ queryKey: sessionQuery.queryKey }).then(() => router.invalidate());
      }),
    [queries, router],
  );
}

/** The frame of everything behind the session: what the user may see, and the dialog for when the session ends. */
export function SignedInFrame({ user: guarded, area, children }: Props) {
  const user = useQuery({ ...sessionQuery, enabled: guarded.id !== "" }).data ?? guarded;
  const version = useQuery(versionQuery).data?.version;
  const counts = useMenuCounts(user, area);
  const unread = useUnread(user);
  useDuties();
  const open = areasOf({ user, hasSgcToken: sgcToken() !== undefined });
  // A page outside of one's own areas, such as the profile, has the menu of one of them.
  const menu = open.includes(areas[area]) ? area : (open[0]?.name ?? area);
  return (
    <GrantsContext value={user}>
      <MenuCounts value={counts}>
        <Frame
          area={menu}
          open={open}
          version={version}
          account={
            guarded.id !== "" && (
              <>
                <Bell unread={unread} />
                <AccountMenu user={user} area={area} />
              </>
            )
          }
        >
          {children}
        </Frame>
      </MenuCounts>
      {guarded.id !== "" && (
        <LaterSignInDialog
          credential="session"
          area={area}
          account={{ id: user.id, name: user.user_name, elsewhere: !user.is_internal }}
        />
      )}
    </GrantsContext>
  );
}
