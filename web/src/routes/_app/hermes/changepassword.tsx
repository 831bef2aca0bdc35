import { createFileRoute } from "@tanstack/react-router";
import { ChangePasswordPage } from "@/features/accounts/profile/ChangePasswordPage";

export const Route = createFileRoute("/_app/hermes/changepassword")({
  staticData: { title: "Change password" },
  component: ChangePassword,
});

function ChangePassword() {
  const user = Route.useRouteContext({ select: (context) => context.user });
  return <ChangePasswordPage user={user} />;
}
