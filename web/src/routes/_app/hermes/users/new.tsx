import { createFileRoute } from "@tanstack/react-router";
import { demand } from "@/features/accounts/frame/admit";
import { InvitePage } from "@/features/accounts/invite/InvitePage";
import { inviteSearch } from "@/features/accounts/search";
import { managesUsers } from "@/lib/permission";
import { ButtonLink } from "@/ui/action/links";

export const Route = createFileRoute("/_app/hermes/users/new")({
  staticData: { title: "Add users", parent: "/hermes/users" },
  validateSearch: inviteSearch,
  beforeLoad: ({ context }) =>
    demand(managesUsers(context.user, "hermes"), "Only accounts that manage users of HERMES can open this page."),
  component: NewUsers,
});

function NewUsers() {
  const { by } = Route.useSearch();
  const navigate = Route.useNavigate();
  const self = Route.useRouteContext({ select: (context) => context.user });
  return (
    <InvitePage
      area="hermes"
      selfId={self.id}
      manages={self.manages}
      by={by}
      onBy={(next) => void navigate({ search: { by: next }, replace: true })}
      backLink={
        <ButtonLink variant="default" to="/hermes/users">
          Back to the list
        </ButtonLink>
      }
    />
  );
}
