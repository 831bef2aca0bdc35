import { createFileRoute } from "@tanstack/react-router";
import { accessRequestsQuery, accountsQuery } from "@/api/accounts/accounts";
import { firstAnswer } from "@/api/queries";
import { demand } from "@/features/accounts/frame/admit";
import { UsersPage } from "@/features/accounts/manage/UsersPage";
import { listParams, usersSearch } from "@/features/accounts/search";
import { managesUsers } from "@/lib/permission";
import { useSearchChange } from "@/lib/route/address";
import { ButtonLink } from "@/ui/action/links";

export const Route = createFileRoute("/_app/hermes/users/")({
  staticData: { title: "Users" },
  validateSearch: usersSearch,
  beforeLoad: ({ context }) =>
    demand(managesUsers(context.user, "hermes"), "Only accounts that manage users of HERMES can open this page."),
  loaderDeps: ({ search }) => search,
  // Starts the question early; the table shows its own loading and error states.
  loader: ({ context: { queries }, deps }) => {
    void queries.prefetchQuery(accountsQuery("hermes", listParams(deps)));
    return firstAnswer(queries, accessRequestsQuery("hermes"));
  },
  component: Users,
});

function Users() {
  const self = Route.useRouteContext({ select: (context) => context.user.user_name });
  return (
    <UsersPage
      area="hermes"
      self={self}
      search={Route.useSearch()}
      onSearch={useSearchChange()}
      inviteLink={<ButtonLink to="/hermes/users/new">Add users</ButtonLink>}
    />
  );
}
