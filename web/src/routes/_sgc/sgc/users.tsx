import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { accessRequestsQuery } from "@/api/accounts/accounts";
import { optionsQuery } from "@/api/accounts/options";
import { firstAnswer } from "@/api/queries";
import { demand } from "@/features/accounts/frame/admit";
import { InvitePage } from "@/features/accounts/invite/LaterInvitePage";
import { ExternalUsersPage } from "@/features/accounts/manage/ExternalUsersPage";
import { UsersPage } from "@/features/accounts/manage/UsersPage";
import { usersAndNewSearch } from "@/features/accounts/search";
import { managesUsers } from "@/lib/permission";
import { useSearchChange } from "@/lib/route/address";
import { ButtonLink } from "@/ui/action/links";

export const Route = createFileRoute("/_sgc/sgc/users")({
  staticData: { title: "Users" },
  validateSearch: usersAndNewSearch,
  beforeLoad: ({ context: { sgcUser } }) => {
    const allowed = sgcUser !== null && managesUsers(sgcUser, "sgc");
    demand(allowed, "Only accounts that manage users of SGC can open this page.");
  },
  loader: async ({ context: { queries } }) => {
    const { user_service_url: service } = await queries.ensureQueryData(optionsQuery);
    if (service === "/") await firstAnswer(queries, accessRequestsQuery("sgc"));
  },
  component: Users,
});

function Users() {
  const { new: adding, by, ...search } = Route.useSearch();
  const onSearch = useSearchChange();
  const self = Route.useRouteContext({ select: (context) => context.sgcUser });
  const service = useSuspenseQuery(optionsQuery).data.user_service_url;
  const external = service !== "/";
  if (adding) {
    return <InvitePage area="sgc" selfId={self?.id ?? ""} manages={self?.manages ?? []} by={by} external={external} />;
  }
  const shared = {
    search,
    onSearch,
    inviteLink: (
      <ButtonLink to="/sgc/users" search={(previous) => ({ ...previous, new: 1 })}>
        Add users
      </ButtonLink>
    ),
  };
  if (external) return <ExternalUsersPage {...shared} service={service} />;
  return <UsersPage {...shared} area="sgc" self={self?.username ?? ""} />;
}
