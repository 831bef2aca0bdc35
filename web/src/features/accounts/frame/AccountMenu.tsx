import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { signOut, type User } from "@/api/accounts/session";
import { sgcToken, signOutSgc } from "@/api/sgc/session";
import { type AreaName, areas } from "@/lib/route/areas";
import { limitedToHermes } from "@/lib/route/landing";
import { toastError } from "@/ui/dialog/toast";
import { type AccountLink, UserMenu } from "@/ui/layout/UserMenu";

/** The pages of the own account that this person may open from this area. */
export function accountLinks(user: Pick<User, "groups" | "is_internal">, area: AreaName): AccountLink[] {
  const profile: AccountLink = { label: "Profile", to: limitedToHermes(user) ? "/hermes/profile" : "/profile" };
  if (!user.is_internal) return [profile];
  const change = area === "hermes" || limitedToHermes(user) ? "/hermes/changepassword" : "/profile";
  return [profile, { label: "Change password", to: change }];
}

/** First and last name, else the user name. */
export function nameOf(user: Pick<User, "first_name" | "last_name" | "user_name">): string {
  return [user.first_name, user.last_name].filter(Boolean).join(" ") || user.user_name;
}

/** The user menu of an area. Signing out also ends the token of SGC that this browser keeps. */
export function AccountMenu({ user, area }: { user: User; area: AreaName }) {
  const queries = useQueryClient();
  const navigate = useNavigate();

  // Not by useDeeds, which every page would begin with then.
  async function leave() {
    try {
      // Signing out forgets what this browser stores, so a token of the SGC area is ended as well.
      if (sgcToken()) await signOutSgc(queries);
      await signOut(queries);
      await navigate({ to: areas[area].signIn });
    } catch (error) {
      toastError("You are still signed in", error);
    }
  }

  return (
    <UserMenu
      name={nameOf(user)}
      detail={user.roles.join(", ")}
      links={accountLinks(user, area)}
      onSignOut={() => void leave()}
    />
  );
}
