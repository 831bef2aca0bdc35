import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { signOut, type User } from "@/api/session";
import { UserMenu } from "@/ui/layout/UserMenu";
import { toastError } from "@/ui/toast";

export function AccountMenu({ user }: { user: User }) {
  const queries = useQueryClient();
  const navigate = useNavigate();

  async function leave() {
    try {
      await signOut(queries);
      await navigate({ to: "/hermes/login" });
    } catch (error) {
      toastError("You are still signed in", error);
    }
  }

  const name = [user.first_name, user.last_name].filter(Boolean).join(" ") || user.user_name;
  return <UserMenu name={name} detail={user.roles.join(", ")} onSignOut={leave} />;
}
